import type { ArchivedChange, ArchivedFile, ArchivedVersion, FileChange } from '../../../clients/archive/archive.js';
import { compareListings, type ListedChange, type ListedChanges } from '../../../clients/archive/compare-listings.js';
import type { ListedGroup } from './listed-group.js';

type Chosen = (stored: string) => boolean;

const isOfDepositor: Chosen = (stored) => stored.startsWith('objects/');

async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* await Promise.resolve(items);
}

const listingOf = ({ versions }: ListedGroup, version: number, chosen: Chosen): ArchivedFile[] =>
  (versions[version - 1]?.files ?? []).filter(({ stored }) => chosen(stored));

/** What a version did to the chosen files. */
const changesIn = (group: ListedGroup, version: number, chosen: Chosen): Promise<ListedChanges<ArchivedFile>> => {
  const side = (of: number) => ({
    files: each(listingOf(group, of, chosen)),
    nameOf: ({ stored }: ArchivedFile) => stored,
  });
  return compareListings(side(version - 1), side(version));
};

const sizeOf = (files: readonly ArchivedFile[]) => ({
  files: files.length,
  bytes: files.reduce((sum, { size }) => sum + size, 0),
});

/** A version, with counts and sums of the chosen files. */
export const versionOf = async (
  group: ListedGroup,
  version: number,
  chosen: Chosen = isOfDepositor,
): Promise<ArchivedVersion> => {
  const { made = '', agent = null, message = null, files = [] } = group.versions[version - 1] ?? {};
  const { counts } = await changesIn(group, version, chosen);
  const beside = sizeOf(files.filter(({ stored }) => !isOfDepositor(stored)));
  return { version, made, agent, message, counts, ...sizeOf(files.filter(({ stored }) => chosen(stored))), beside };
};

/** The versions that changed one of the chosen files, newest first. */
export const changesOfFolder = async (group: ListedGroup, chosen: Chosen): Promise<ArchivedChange[]> => {
  const versions = await Promise.all(group.versions.map((_, index) => versionOf(group, index + 1, chosen)));
  return versions
    .filter(({ counts }) => Object.values(counts).some((count) => count > 0))
    .map((version) => ({ ...version, file: null }))
    .toReversed();
};

const fileChange = ({ kind, name, from, after, before }: ListedChange<ArchivedFile>): FileChange => {
  const { size, digest } = after ?? before ?? { size: 0, digest: { algorithm: 'sha256', value: '' } };
  return { kind, stored: name, from, size, digest };
};

/** The versions that changed a file, newest first, under the names that it had. */
export const changesOfFile = async (group: ListedGroup, stored: string): Promise<ArchivedChange[]> => {
  const found: ArchivedChange[] = [];
  let name = stored;
  for (let version = group.versions.length; version > 0; version--) {
    const { changes } = await changesIn(group, version, () => true);
    const change = changes.find((each) => each.name === name || each.from === name);
    if (change === undefined) continue;
    const of = name;
    const { kind } = change;
    const counts = { added: 0, changed: 0, renamed: 0, deleted: 0, [kind]: 1 };
    found.push({ ...(await versionOf(group, version, (path) => path === of)), counts, file: fileChange(change) });
    if (change.from !== null) name = change.from;
  }
  return found;
};
