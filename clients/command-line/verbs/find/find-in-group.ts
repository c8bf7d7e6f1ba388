import type { Archive, ArchivedFile, ArchivedVersion } from '../../../archive/archive.js';
import { selectFiles } from '../../looking/selected-files.js';
import { pathBelow, type GroupTarget } from '../../looking/target.js';
import { folded, type Criteria } from './criteria.js';
import type { Found } from './found.js';

type Listing = Pick<Archive, 'files' | 'versions' | 'changesOf'>;

const isOfFormat = ({ format, mediaType }: ArchivedFile, wanted: string): boolean => {
  const looked = wanted.toLowerCase();
  const name = [format?.name, format?.version].filter((text) => text !== null && text !== undefined).join(' ');
  const exact = [format?.key, mediaType].map((text) => text?.toLowerCase());
  return exact.includes(looked) || (format !== null && name.toLowerCase().includes(looked));
};

/** Whether a file satisfies what is asked of it; `made` is the time of the version that brought its bytes. */
const satisfies = (file: ArchivedFile, path: string, made: string, criteria: Criteria): boolean => {
  const { text, isNamed, digest, since, format, isVirus } = criteria;
  return [
    text === null || folded(path).includes(text),
    isNamed === null || isNamed(path),
    digest === null || file.digest.value === digest,
    since === null || Date.parse(made) >= Date.parse(since),
    format === null || isOfFormat(file, format),
    !isVirus || file.virus?.found === true,
  ].every(Boolean);
};

const isMissing = (error: unknown): boolean => (error as { readonly code?: unknown }).code === 'file-not-found';

/** The files of one version, and of a folder that it does not have, none. */
const filesOf = async (archive: Listing, target: GroupTarget, isOlder: boolean, described: boolean) =>
  selectFiles(archive, target, { stored: false, verb: 'ls', described }).catch((error: unknown) => {
    if (isOlder && isMissing(error)) return null;
    throw error;
  });

/** Finds files of one version of a group, or of it and those before. */
export async function* findInGroup(
  archive: Listing,
  target: GroupTarget,
  criteria: Criteria,
  isDescribed: boolean,
): AsyncGenerator<Found> {
  const { group, head } = target;
  const made = new Map<number, ArchivedVersion['made']>();
  for await (const version of archive.versions(group)) made.set(version.version, version.made);
  const seen = new Set<string>();
  const last = criteria.isAllVersions ? 1 : target.version;
  for (let version = target.version; version >= last; version--) {
    const selected = await filesOf(archive, { ...target, version }, version < target.version, isDescribed);
    if (selected === null) continue;
    for await (const file of selected.files) {
      const name = selected.pathOf(file);
      const key = `${file.since}:${file.stored}`;
      if (seen.has(key) || !satisfies(file, name, made.get(file.since) ?? '', criteria)) continue;
      if (criteria.isAllVersions) seen.add(key);
      yield { path: pathBelow(group, name), version, isNewest: version === head && !target.isVersionTyped, file };
    }
  }
}
