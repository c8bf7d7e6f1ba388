import {
  ArchiveFault,
  type Archive,
  type ArchivedEvent,
  type ArchivedFile,
  type ComparedPlace,
  type Comparison,
  type VersionReport,
} from '../../../../clients/archive/archive.js';
import { comparisonOf } from '../../../../clients/archive/comparison-of.js';
import { ledgerStream, readLedger } from '../../../../commands/archival-group/ledger-stream.js';
import type { VersionAt } from '../../../../commands/reads/stored-version.js';
import type { RepositoryPath } from '../../../../formats/paths/repository-path.js';
import type { HistoryFact } from '../../../../gateways/preservation/history/sentences.js';
import {
  eachOfWithArchiveFaults as eachOf,
  eachWithArchiveFaults as each,
  withArchiveFaults,
} from './archive-faults.js';
import type { FileReaders, ListedPart } from './local-files.js';
import { localGroups, type LocalGroups } from './local-groups.js';
import { localObjects } from './local-objects.js';
import { readChildren, readPlace } from './local-places.js';
import type { LocalStores } from './local-stores.js';

// What only some verbs need is loaded by these: the reader of METS, the read models, the sentences of events.

/** What tells of the files of versions, loaded when it is first wanted. */
const localFileReaders = ({ bytes }: LocalStores, groups: LocalGroups): FileReaders => {
  let readers: Promise<FileReaders> | null = null;
  return async (version, described) => {
    readers ??= import('./local-files.js').then(({ fileReadersOf }) => fileReadersOf({ bytes, reader: groups.reader }));
    return (await readers)(version, described);
  };
};

const filesOf = async (
  groups: LocalGroups,
  readers: FileReaders,
  at: { readonly group: RepositoryPath; readonly version: number },
  { below, described }: ListedPart,
): Promise<Iterable<ArchivedFile>> => {
  const version = await groups.version(at.group, at.version);
  const read = await readers(version, described);
  return (await import('./local-files.js')).listFiles(version, read, below);
};

const reportIn = async (
  stores: LocalStores,
  groups: LocalGroups,
  readers: FileReaders,
  at: { readonly group: RepositoryPath; readonly version: number },
): Promise<VersionReport> => {
  const { readReport } = await import('./local-report.js');
  const described = async ({ group, version: number }: VersionAt) => {
    const version = await groups.version(group, number);
    const { readAllFiles } = await import('../../../../commands/reads/files-of-version.js');
    return readAllFiles(version, await readers(version, true));
  };
  return readReport({ stores, groups, described }, { ...at, head: await groups.headOf(at.group, at.version) });
};

const compareIn = async (groups: LocalGroups, ...[from, to]: Parameters<Archive['compare']>): Promise<Comparison> => {
  const { comparePlaces } = await import('../../../../commands/reads/compare-versions.js');
  const placeOf = async (place: ComparedPlace) => ({ ...place, head: await groups.headOf(place.group, place.version) });
  const places = { from: await placeOf(from), to: await placeOf(to) };
  const compared = await comparePlaces(({ group, version }) => groups.version(group, version), places);
  return comparisonOf(compared, function* (kind) {
    for (const { changes } of compared.folders)
      for (const { file, ...change } of changes) if (change.kind === kind) yield { ...change, ...file };
  });
};

async function* historyOf({ events }: LocalStores, group: RepositoryPath): AsyncGenerator<ArchivedEvent> {
  if ((await readLedger(events, group)).length === 0)
    throw new ArchiveFault('not-found', `There is no archival group ${group}.`);
  const { historyEntry } = await import('../../../../gateways/preservation/history/history-entry.js');
  for await (const fact of events.read<HistoryFact>(ledgerStream(group), { direction: 'backwards' }))
    yield historyEntry(fact, { base: '', language: 'en' });
}

async function* jobsOf({ events, documents }: LocalStores, ...choice: Parameters<Archive['jobs']>) {
  const { readJobs } = await import('./local-jobs.js');
  yield* readJobs(events, documents, ...choice);
}

async function* searchIn(archive: Archive, { events }: LocalStores, ...wanted: Parameters<Archive['search']>) {
  const { searchFiles } = await import('./local-search.js');
  const files = (group: RepositoryPath, version: number): AsyncIterable<ArchivedFile> =>
    archive.files(group, version, '', { described: false });
  const made = async (group: RepositoryPath): Promise<string[]> =>
    [...(await readLedger(events, group)).versions].map(({ created }) => created);
  yield* searchFiles({ children: (container) => archive.children(container), files, made }, ...wanted);
}

/** Looks at what is in the stores of a data folder, and closes them in the end. */
export const localArchive = (stores: LocalStores): Archive => {
  const groups = localGroups(stores);
  const objects = localObjects(stores, groups);
  const readers = localFileReaders(stores, groups);
  const archive: Archive = {
    place: (path) => withArchiveFaults(readPlace(stores.events, path)),
    children: (container) => each(readChildren(stores.events, container)),
    versions: (group) => each(groups.versions(group)),
    changesOf: (group, below) => each(groups.changesOf(group, below)),
    compare: (from, to) => withArchiveFaults(compareIn(groups, from, to)),
    files: (group, version, below = '', { described = true } = {}) =>
      eachOf(() => filesOf(groups, readers, { group, version }, { below, described })),
    open: (group, version, { stored }, from = 0) => withArchiveFaults(groups.open(group, version, stored, from)),
    pathOf: (group, version, stored) => withArchiveFaults(groups.pathOf(group, version, stored)),
    objectFiles: (group, version) => each(objects.files(group, version)),
    openObjectFile: (group, version, { stored }, from = 0) =>
      withArchiveFaults(objects.open(group, version, stored, from)),
    pathOfObjectFile: (group, version, stored) => withArchiveFaults(objects.pathOf(group, version, stored)),
    report: (group, version) => withArchiveFaults(reportIn(stores, groups, readers, { group, version })),
    search: (wanted) => each(searchIn(archive, stores, wanted)),
    history: (group) => each(historyOf(stores, group)),
    jobs: (choice) => each(jobsOf(stores, choice)),
    close: () => stores.close(),
  };
  return archive;
};
