import type { ArchivedChange, ArchivedFile, ArchivedVersion, FileChange } from '../../../clients/archive/archive.js';
import { changesBetween, type FileChanges } from '../../../commands/reads/changes-between.js';
import { runToEnd } from '../../../flow/slices.js';
import type { ListedGroup } from './listed-group.js';

type Chosen = (stored: string) => boolean;

const isOfDepositor: Chosen = (stored) => stored.startsWith('objects/');

const listingOf = ({ versions }: ListedGroup, version: number, chosen: Chosen): ArchivedFile[] =>
  (versions[version - 1]?.files ?? []).filter(({ stored }) => chosen(stored));

/** What a version did to the chosen files. */
const changesIn = (group: ListedGroup, version: number, chosen: Chosen): FileChanges => {
  const side = (of: number) =>
    new Map(listingOf(group, of, chosen).map(({ stored, size, digest }) => [stored, { size, digest: digest.value }]));
  return runToEnd(changesBetween(side(version - 1), side(version)));
};

const sizeOf = (files: readonly ArchivedFile[]) => ({
  files: files.length,
  bytes: files.reduce((sum, { size }) => sum + size, 0),
});

/** A version, with counts and sums of the chosen files. */
export const versionOf = (group: ListedGroup, version: number, chosen: Chosen = isOfDepositor): ArchivedVersion => {
  const { made = '', agent = null, message = null, files = [] } = group.versions[version - 1] ?? {};
  const { added, changed, renamed, deleted } = changesIn(group, version, chosen);
  const counts = {
    added: added.length,
    changed: changed.length,
    renamed: renamed.size,
    deleted: deleted.length,
  };
  const beside = sizeOf(files.filter(({ stored }) => !isOfDepositor(stored)));
  return { version, made, agent, message, counts, ...sizeOf(files.filter(({ stored }) => chosen(stored))), beside };
};

/** The versions that changed one of the chosen files, newest first. */
export const changesOfFolder = (group: ListedGroup, chosen: Chosen): ArchivedChange[] =>
  group.versions
    .map((_, index) => versionOf(group, index + 1, chosen))
    .filter(({ counts }) => Object.values(counts).some((count) => count > 0))
    .map((version) => ({ ...version, file: null }))
    .toReversed();

type NamedChange = Pick<FileChange, 'kind' | 'stored' | 'from'>;

const namedChanges = ({ added, changed, renamed, deleted }: FileChanges): NamedChange[] => [
  ...added.map((stored) => ({ kind: 'added' as const, stored, from: null })),
  ...changed.map((stored) => ({ kind: 'changed' as const, stored, from: null })),
  ...[...renamed].map(([stored, from]) => ({ kind: 'renamed' as const, stored, from })),
  ...deleted.map((stored) => ({ kind: 'deleted' as const, stored, from: null })),
];

/** The versions that changed a file, newest first, under the names that it had. */
export const changesOfFile = (group: ListedGroup, stored: string): ArchivedChange[] => {
  const found: ArchivedChange[] = [];
  let name = stored;
  for (let version = group.versions.length; version > 0; version--) {
    const changes = namedChanges(changesIn(group, version, () => true));
    const change = changes.find((each) => each.stored === name || each.from === name);
    if (change === undefined) continue;
    const of = name;
    const counts = { added: 0, changed: 0, renamed: 0, deleted: 0, [change.kind]: 1 };
    const listed = [version, version - 1].flatMap((each) => listingOf(group, each, (path) => path === change.stored));
    const { size, digest } = listed[0] ?? { size: 0, digest: { algorithm: 'sha256' as const, value: '' } };
    const file = { ...change, size, digest };
    found.push({ ...versionOf(group, version, (path) => path === of), counts, file });
    if (change.from !== null) name = change.from;
  }
  return found;
};
