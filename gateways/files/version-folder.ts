import { VERSION_STATES, type VersionFolderDetail, type VersionRow } from '../../commands/reads/version-row.js';
import { newestOf } from '../../formats/mets/files-in-mets.js';
import type { IndexedFolder } from '../../formats/paths/folder-index.js';
import { findVersion } from '../../formats/ocfl/inventory/find-version.js';
import { versionNumber } from '../../formats/ocfl/version-name.js';
import { folderPage, type FolderQuery } from '../group-content/folder-page.js';
import { badRequest, notFound } from '../http/answer/problem.js';
import { json, type Answer } from '../http/route.js';
import { renderFolderRow, renderRowTerms, statesIn, stateNamed } from '../rendering/folder-row.js';
import { momentOrNull } from '../rendering/moment.js';
import { versionReferenceViolation } from '../uris/version-reference.js';
import type { FilesDependencies } from './files-dependencies.js';
import type { FoundGroup } from './find-group.js';

/** What is asked of a folder of a version. */
export interface VersionFolderQuery extends FolderQuery {
  readonly version?: string;
  /** The name of a state. */
  readonly show?: string;
  /** A key in PRONOM. */
  readonly format?: string;
  readonly scans: boolean;
}

/** A page of a folder of a version of an archival group. */
export const versionFolderAnswer = async (
  on: Pick<FilesDependencies, 'groups' | 'tree'>,
  { group: { path: group, displayName }, head, below }: FoundGroup,
  { query, holder }: { readonly query: VersionFolderQuery; readonly holder: string },
): Promise<Answer> => {
  const { version: wanted = null, show, format, scans: withScans } = query;
  const violation = wanted === null ? null : versionReferenceViolation(wanted);
  if (violation !== null) return badRequest(violation);
  const label = findVersion(await on.groups.inventory(group, head), wanted);
  const version = label === null ? null : versionNumber(label);
  if (version === null) return notFound(`${group} has no version ${wanted}`);
  const { index, formats, mets, earlier } = await on.tree({ group, head, version }, holder);
  const folder = index.folder(below);
  if (folder === null) return notFound(`There is no folder ${below} in version ${version} of ${group}`);
  const isWanted = format === undefined ? null : (file: VersionRow): boolean => file.format?.key === format;
  const filter = { state: stateNamed(VERSION_STATES, show), isWanted };
  const page = await folderPage(folder, query, filter);
  if (page === null) return notFound(`There is nothing at ${query.at} in version ${version} of ${group}`);
  const { rows, total, offset, at } = page;
  return json(200, {
    type: 'VersionFolder',
    group,
    name: displayName,
    head,
    version,
    folder: renderFolder(folder),
    offset,
    total,
    at,
    entries: rows.map((row) => ({
      depth: row.depth,
      ...('folder' in row ? renderFolder(row.folder) : renderFile(row.file, withScans)),
    })),
    ...(below === '' ? { formats: formats.slice(0, MOST_FORMATS), mets, earlier } : {}),
  });
};

/** Formats of a version that are listed. */
const MOST_FORMATS = 100;

const renderFolder = (folder: IndexedFolder<VersionRow, VersionFolderDetail>): object =>
  renderFolderRow(folder, VERSION_STATES, (detail) => ({
    since: folder.since === 0 ? null : folder.since,
    ...renderRowTerms(detail?.terms ?? null),
  }));

const renderFile = (row: VersionRow, withScans: boolean): object => {
  const { path, name, size, since, digest, contentType, contentPath, format, fileDate, originalName, scans, terms } =
    row;
  const states = statesIn(row, VERSION_STATES);
  return {
    ...{ kind: 'file', path, name, size, worst: states[0] ?? null, states, since, digest, contentPath },
    ...{ contentType, format, fileDate: momentOrNull(fileDate), originalName, virus: newestOf(scans) },
    ...(withScans ? { scans: scans.map((scan) => ({ ...scan, at: momentOrNull(scan.at) })) } : {}),
    ...renderRowTerms(terms),
  };
};
