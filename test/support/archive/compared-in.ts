import type { Archive, ArchivedFile, ComparedPlace, Comparison } from '../../../clients/archive/archive.js';
import { comparisonOf } from '../../../clients/archive/comparison-of.js';
import { comparePlaces } from '../../../commands/reads/compare-versions.js';
import type { StoredVersion, VersionAt } from '../../../commands/reads/stored-version.js';

/** A version with these files, as its object would have it. */
const storedVersion = (at: VersionAt, files: readonly ArchivedFile[]): StoredVersion => ({
  ...at,
  place: { bucket: 'repository', root: at.group },
  heading: { created: '', message: null, user: null },
  algorithm: files[0]?.digest.algorithm ?? 'sha256',
  files: new Map(
    files.map(({ stored, size, digest, since }) => [
      stored,
      { size, digest: digest.value, name: null, contentPath: '', contentType: null, fileModified: null, since },
    ]),
  ),
  lost: [],
  folders: new Map(),
});

/** Compares two places of an archive in memory. */
export const comparedIn = async (
  filesOf: (group: string, version: number) => readonly ArchivedFile[],
  ...[from, to]: Parameters<Archive['compare']>
): Promise<Comparison> => {
  const placeOf = (place: ComparedPlace) => ({ ...place, head: place.version });
  const read = async (at: VersionAt): Promise<StoredVersion> =>
    storedVersion(at, await Promise.resolve(filesOf(at.group, at.version)));
  const compared = await comparePlaces(read, { from: placeOf(from), to: placeOf(to) });
  return comparisonOf(compared, (kind) =>
    compared.folders.flatMap(({ changes }) =>
      changes.filter((change) => change.kind === kind).map(({ file, ...change }) => ({ ...change, ...file })),
    ),
  );
};
