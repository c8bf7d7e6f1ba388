import { pageOfFiles, type FileOfVersion } from '../../commands/reads/files-of-version.js';
import { newestOf } from '../../formats/mets/files-in-mets.js';
import { findVersion } from '../../formats/ocfl/inventory/find-version.js';
import { versionNumber } from '../../formats/ocfl/version-name.js';
import { csvAnswer, VARIES, wantsCsv } from '../service/csv-answer.js';
import { lazyList } from '../http/answer/lazy-list.js';
import { badRequest, notFound } from '../http/answer/problem.js';
import { json, pathParameter, route, type Route } from '../http/route.js';
import { momentOrNull } from '../rendering/moment.js';
import { versionReferenceViolation } from '../uris/version-reference.js';
import { csvOfFiles } from './csv-of-files.js';
import type { FilesDependencies } from './files-dependencies.js';

interface ListQuery {
  readonly version?: string;
  readonly below?: string;
  readonly after?: string;
  readonly limit: number;
  readonly described: boolean;
}

/** The files of a version of an archival group by stored path, page by page; as a table all of them. */
export const listFiles = (on: FilesDependencies): Route =>
  route<ListQuery>('listFiles', async (call) => {
    const { version: wanted = null, below = '', after = null, limit, described } = call.query;
    const violation = wanted === null ? null : versionReferenceViolation(wanted);
    if (violation !== null) return badRequest(violation);
    const group = pathParameter(call, 'path');
    const place = await on.repository.resource(group);
    if (place === null || place.head === null) return notFound(`There is no archival group at ${group}`);
    const { head } = place;
    const label = findVersion(await on.groups.inventory(group, head), wanted);
    const version = label === null ? null : versionNumber(label);
    if (version === null) return notFound(`${group} has no version ${wanted}`);
    const listing = await on.listing({ group, head, version }, described, call.holder);
    if (wantsCsv(call)) {
      const all = pageOfFiles(listing, { below, after, limit: listing.length });
      return csvAnswer(csvOfFiles({ group, version }, all.files));
    }
    const { files, next } = pageOfFiles(listing, { below, after, limit });
    return json(
      200,
      { type: 'FileListing', group, version, files: lazyList(() => files, renderListedFile), next },
      VARIES,
    );
  });

/** A file as it is listed: of its virus scans what the newest found. */
export const renderListedFile = ({ scans, ...file }: FileOfVersion) => ({
  ...file,
  fileDate: momentOrNull(file.fileDate),
  virus: newestOf(scans),
});
