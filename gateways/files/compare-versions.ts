import {
  CHANGE_KINDS,
  comparePlaces,
  type ChangeKind,
  type ComparedPlace,
  type ComparedVersions,
  type FolderOfChanges,
  movedPath,
  type VersionChange,
} from '../../commands/reads/compare-versions.js';
import { pageOfFiles, type FileOfVersion } from '../../commands/reads/files-of-version.js';
import { findVersion } from '../../formats/ocfl/inventory/find-version.js';
import { versionNumber } from '../../formats/ocfl/version-name.js';
import { keptReadings } from '../group-content/kept-readings.js';
import { csvAnswer, VARIES, wantsCsv } from '../service/csv-answer.js';
import { badRequest, notFound } from '../http/answer/problem.js';
import { json, pathParameter, route, type Answer, type Call, type Route } from '../http/route.js';
import { namedPath } from '../uris/uri-references.js';
import { versionReferenceViolation } from '../uris/version-reference.js';
import { csvOfChanges } from './csv-of-changes.js';
import type { FilesDependencies } from './files-dependencies.js';
import { findGroup, type FoundGroup } from './find-group.js';

interface CompareQuery {
  readonly from?: string;
  readonly to?: string;
  /** Escaped; the path of the request by default. */
  readonly fromPath?: string;
  readonly described?: boolean;
  readonly by?: 'folder';
  readonly folder?: string;
  readonly kind?: ChangeKind;
  readonly offset?: number;
  readonly limit?: number;
}

/** What is compared; version 0 is what was before the first. */
interface Places {
  readonly from: ComparedPlace;
  readonly to: ComparedPlace;
}

/** Changes of all comparisons that are kept in memory. */
const KEPT_CHANGES = 100_000;
/** Rows on a page, unless a query has another number. */
const ROWS = 100;
/** Changes of each kind that are shown with a folder. */
const SHOWN_WITH_FOLDER = 3;

/** The differences between two versions of what is at a path, or at two: counts, and a page of changes or folders. */
export const compareVersions = (on: FilesDependencies): Route => {
  const kept = keptReadings<ComparedVersions>(KEPT_CHANGES, ({ changes }) => changes);
  return route<CompareQuery>('compareVersions', async (call) => {
    const path = pathParameter(call, 'path');
    const found = await findGroup(on.repository, path);
    if (found === null) return notFound(`There is no archival group at ${path}`);
    const of = await placesOf(on, found, call.query);
    if ('status' in of) return of;
    const { from, to } = of;
    const whole = await kept(JSON.stringify(of), () => comparePlaces(on.stored, of));
    const chosen = chosenFolders(whole, call.query);
    const formatOf = call.query.described === false ? noFormat : formatReader(on, of, call);
    const versions = { from: from.version, to: to.version };
    if (wantsCsv(call)) return csvAnswer(csvOfChanges({ group: to.group, ...versions }, chosen, formatOf));
    const { counts, same, newer, digests } = whole;
    const listing = {
      type: 'ChangeListing',
      ...{ group: to.group, name: found.group.displayName, head: to.head, below: to.below },
      ...{ ...versions, counts, same, newer, digests },
      ...(await pageOf(chosen, call.query, formatOf)),
    };
    return json(200, listing, VARIES);
  });
};

/** The wanted places, or the answer that says which one is not there. */
const placesOf = async (
  on: Pick<FilesDependencies, 'groups' | 'repository'>,
  found: FoundGroup,
  { from, to, fromPath }: Pick<CompareQuery, 'from' | 'to' | 'fromPath'>,
): Promise<Places | Answer> => {
  const newer = await placeIn(on, found, to);
  if ('status' in newer) return newer;
  if (fromPath === undefined) {
    if (from === undefined) return { from: { ...newer, version: newer.version - 1 }, to: newer };
    const older = await placeIn(on, found, from);
    return 'status' in older ? older : { from: older, to: newer };
  }
  const path = namedPath(fromPath);
  const foundBefore = await findGroup(on.repository, path);
  if (foundBefore === null) return notFound(`There is no archival group at ${path}`);
  const older = await placeIn(on, foundBefore, from);
  return 'status' in older ? older : { from: older, to: newer };
};

/** The place in the wanted version, by default the newest; or the answer that says why there is none. */
const placeIn = async (
  { groups }: Pick<FilesDependencies, 'groups'>,
  { group: { path: group }, head, below }: FoundGroup,
  wanted: string | undefined,
): Promise<ComparedPlace | Answer> => {
  const violation = wanted === undefined ? null : versionReferenceViolation(wanted);
  if (violation !== null) return badRequest(violation);
  const label = findVersion(await groups.inventory(group, head), wanted ?? null);
  const version = label === null ? null : versionNumber(label);
  return version === null ? notFound(`${group} has no version ${wanted}`) : { group, head, version, below };
};

/** The changes that are asked for, by folder. */
const chosenFolders = (
  { folders }: ComparedVersions,
  { folder, kind }: Pick<CompareQuery, 'folder' | 'kind'>,
): readonly FolderOfChanges[] => {
  if (kind === undefined && folder === undefined) return folders;
  return folders.flatMap(({ path, name, changes }) => {
    if (folder !== undefined && folder !== path) return [];
    const wanted = kind === undefined ? changes : changes.filter((change) => change.kind === kind);
    return wanted.length === 0 ? [] : [{ path, name, changes: wanted }];
  });
};

const countsOf = (changes: readonly VersionChange[]): object => {
  const counts = new Map(CHANGE_KINDS.map((kind) => [kind, { files: 0, bytes: 0 }]));
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
  (on: FilesDependencies, { from, to }: Places, { holder }: Pick<Call, 'holder'>): FormatOf =>
  async ({ kind, file: { path } }) => {
    const { group, head, version, below } = kind === 'deleted' ? from : to;
    const listing = await on.listing({ group, head, version }, true, holder);
    // A deleted file has the path that it would have at the newer place.
    const stored = kind === 'deleted' && from.below !== to.below ? movedPath(path, to.below, below) : path;
    const [found] = pageOfFiles(listing, { below: stored, after: null, limit: 1 }).files;
    return found?.stored === stored ? found.format : null;
  };

const noFormat: FormatOf = () => Promise.resolve(null);

const pageOf = async (
  folders: readonly FolderOfChanges[],
  { by, offset = 0, limit = ROWS }: CompareQuery,
  formatOf: FormatOf,
): Promise<object> => {
  if (by === 'folder') {
    const rows = folders.slice(offset, offset + limit).map(async ({ path, name, changes }) => ({
      path,
      name,
      counts: countsOf(changes),
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
      const { kind, file, before, goneFolder } = change;
      return { kind, ...file, before, goneFolder, format: await formatOf(change) };
    }),
  );
