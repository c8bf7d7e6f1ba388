import {
  CHANGE_KINDS,
  compareVersions as comparison,
  type ChangeKind,
  type ComparedVersions,
  type FolderOfChanges,
  type VersionChange,
} from '../../commands/reads/compare-versions.js';
import { pageOfFiles, type FileOfVersion } from '../../commands/reads/files-of-version.js';
import type { StoredVersion } from '../../commands/reads/stored-version.js';
import { runInSlices } from '../../flow/run-in-slices.js';
import { findVersion } from '../../formats/ocfl/inventory/find-version.js';
import { versionNumber } from '../../formats/ocfl/version-name.js';
import { isBelow } from '../../formats/paths/repository-path.js';
import { keptReadings } from '../group-content/kept-readings.js';
import { csvAnswer, VARIES, wantsCsv } from '../service/csv-answer.js';
import { badRequest, notFound } from '../http/answer/problem.js';
import { json, pathParameter, route, type Answer, type Call, type Route } from '../http/route.js';
import { versionReferenceViolation } from '../uris/version-reference.js';
import { csvOfChanges } from './csv-of-changes.js';
import type { FilesDependencies } from './files-dependencies.js';
import { findGroup, type FoundGroup } from './find-group.js';

interface CompareQuery {
  readonly from?: string;
  readonly to?: string;
  readonly by?: 'folder';
  readonly folder?: string;
  readonly kind?: ChangeKind;
  readonly offset?: number;
  readonly limit?: number;
}

/** Two versions of a group; `from` is 0 for what was before the first. */
interface Versions {
  readonly group: string;
  readonly head: number;
  readonly from: number;
  readonly to: number;
}

/** Changes of all comparisons that are kept in memory. */
const KEPT_CHANGES = 100_000;
/** Rows on a page, unless a query has another number. */
const ROWS = 100;
/** Changes of each kind that are shown with a folder. */
const SHOWN_WITH_FOLDER = 3;

/** The differences between two versions of an archival group, or of a folder in it: counts, and a page of changes or folders. */
export const compareVersions = (on: FilesDependencies): Route => {
  const kept = keptReadings<ComparedVersions>(KEPT_CHANGES, ({ changes }) => changes);
  const versionAt = async ({ group, head }: Versions, version: number): Promise<StoredVersion | null> =>
    version === 0 ? null : on.stored({ group, head, version });
  const compared = (of: Versions): Promise<ComparedVersions> =>
    kept(JSON.stringify(of), async () => {
      const [before, after] = await Promise.all([versionAt(of, of.from), versionAt(of, of.to)]);
      return runInSlices(comparison(before, after ?? { files: new Map(), folders: new Map() }));
    });

  return route<CompareQuery>('compareVersions', async (call) => {
    const path = pathParameter(call, 'path');
    const found = await findGroup(on.repository, path);
    if (found === null) return notFound(`There is no archival group at ${path}`);
    const of = await versionsOf(on, found, call.query);
    if ('status' in of) return of;
    const whole = await compared(of);
    const chosen = chosenFolders(whole, found.below, call.query);
    const formatOf = formatReader(on, of, call);
    if (wantsCsv(call)) return csvAnswer(csvOfChanges(of, chosen, formatOf));
    const listing = {
      type: 'ChangeListing',
      ...{ group: of.group, name: found.group.displayName, head: of.head, below: found.below },
      ...{ from: of.from, to: of.to, counts: countsOf(chosenFolders(whole, found.below, {})), same: whole.same },
      ...(await pageOf(chosen, call.query, formatOf)),
    };
    return json(200, listing, VARIES);
  });
};

/** The numbers of the wanted versions, or the answer that says which one is not there. */
const versionsOf = async (
  on: Pick<FilesDependencies, 'groups'>,
  { group: { path: group }, head }: FoundGroup,
  { from, to }: Pick<CompareQuery, 'from' | 'to'>,
): Promise<Versions | Answer> => {
  const inventory = await on.groups.inventory(group, head);
  const numbers: number[] = [];
  for (const wanted of [to, from]) {
    const violation = wanted === undefined ? null : versionReferenceViolation(wanted);
    if (violation !== null) return badRequest(violation);
    const [newer] = numbers;
    if (wanted === undefined && newer !== undefined) {
      numbers.push(newer - 1);
      continue;
    }
    const label = findVersion(inventory, wanted ?? null);
    const number = label === null ? null : versionNumber(label);
    if (number === null) return notFound(`${group} has no version ${wanted}`);
    numbers.push(number);
  }
  const [newer = head, older = 0] = numbers;
  return { group, head, from: older, to: newer };
};

/** The changes that are asked for, by folder. A renamed file is below a folder where either of its paths is. */
const chosenFolders = (
  { folders }: ComparedVersions,
  below: string,
  { folder, kind }: Pick<CompareQuery, 'folder' | 'kind'>,
): readonly FolderOfChanges[] => {
  const isIn = (path: string): boolean => below === '' || path === below || isBelow(path, below);
  const isWanted = ({ kind: own, file, before }: VersionChange): boolean =>
    (kind === undefined || own === kind) && (isIn(file.path) || (before !== null && isIn(before.path)));
  if (below === '' && kind === undefined && folder === undefined) return folders;
  return folders.flatMap(({ path, name, changes }) => {
    const wanted = folder === undefined || folder === path ? changes.filter(isWanted) : [];
    return wanted.length === 0 ? [] : [{ path, name, changes: wanted }];
  });
};

const countsOf = (folders: readonly Pick<FolderOfChanges, 'changes'>[]): object => {
  const counts = new Map(CHANGE_KINDS.map((kind) => [kind, { files: 0, bytes: 0 }]));
  for (const { changes } of folders)
    for (const { kind, file } of changes) {
      const count = counts.get(kind);
      if (count === undefined) continue;
      count.files += 1;
      count.bytes += file.size;
    }
  return Object.fromEntries(counts);
};

type FormatOf = (change: VersionChange) => Promise<FileOfVersion['format']>;

/** Looks up formats in what the METS of the version says that has the file. */
const formatReader =
  (on: FilesDependencies, { group, head, from, to }: Versions, { holder }: Pick<Call, 'holder'>): FormatOf =>
  async ({ kind, file: { path } }) => {
    const version = kind === 'deleted' ? from : to;
    const listing = await on.listing({ group, head, version }, true, holder);
    const [found] = pageOfFiles(listing, { below: path, after: null, limit: 1 }).files;
    return found?.stored === path ? found.format : null;
  };

const pageOf = async (
  folders: readonly FolderOfChanges[],
  { by, offset = 0, limit = ROWS }: CompareQuery,
  formatOf: FormatOf,
): Promise<object> => {
  if (by === 'folder') {
    const rows = folders.slice(offset, offset + limit).map(async ({ path, name, changes }) => ({
      path,
      name,
      counts: countsOf([{ changes }]),
      first: await rendered(firstOfEach(changes), formatOf),
    }));
    return { offset, total: folders.length, folders: await Promise.all(rows) };
  }
  const page: VersionChange[] = [];
  let total = 0;
  for (const { changes } of folders) {
    const start = Math.max(0, offset - total);
    page.push(...changes.slice(start, start + limit - page.length));
    total += changes.length;
  }
  return { offset, total, changes: await rendered(page, formatOf) };
};

const firstOfEach = (changes: readonly VersionChange[]): VersionChange[] =>
  CHANGE_KINDS.flatMap((wanted) => changes.filter(({ kind }) => kind === wanted).slice(0, SHOWN_WITH_FOLDER));

const rendered = (changes: readonly VersionChange[], formatOf: FormatOf): Promise<object[]> =>
  Promise.all(
    changes.map(async (change) => {
      const { kind, file, before } = change;
      return { kind, ...file, before, format: await formatOf(change) };
    }),
  );
