import { pageOfFiles } from '../../../commands/reads/files-of-version.js';
import { versionOf } from '../../../formats/ocfl/inventory/inventory.js';
import { versionName } from '../../../formats/ocfl/version-name.js';
import { bytesAnswer } from '../../http/answer/bytes-answer.js';
import { entityTag, notModified } from '../../http/answer/conditional.js';
import { notFound, problem } from '../../http/answer/problem.js';
import { evaluateConditions } from '../../../formats/http/conditions.js';
import { readConditions } from '../../http/request/conditional-read.js';
import { route, type Route } from '../../http/route.js';
import { CACHING } from '../content-dependencies.js';
import { openContent, requireContent } from '../open-content.js';
import type { FindObject, ObjectDependencies } from './object-files.js';

interface FileQuery {
  readonly file: string;
  readonly version?: string;
}

/** The bytes of one file of the OCFL object of an archival group, or one range of them. */
export const getObjectFile = ({ dependencies: { bytes } }: ObjectDependencies, find: FindObject): Route =>
  route<FileQuery>('getObjectFile', async (call) => {
    const { file: wantedFile, version: wanted = null } = call.query;
    const found = await find(call, wanted);
    if ('status' in found) return found;
    const { group, place, inventory, version, files } = found;
    const [file] = pageOfFiles(await files(), { below: wantedFile, after: null, limit: 1 }).files;
    if (file?.stored !== wantedFile) return notFound(`The OCFL object of ${group} has no file ${wantedFile}`);
    const { created } = versionOf(inventory, versionName(version));
    const validators = { etag: entityTag(group, version, created, file.stored), lastModified: null };
    const caching = { ETag: validators.etag, 'Cache-Control': wanted === null ? CACHING.newest : CACHING.version };
    const conditions = evaluateConditions(readConditions(call.header), validators);
    if (conditions === 'not-modified') return notModified(caching);
    if (conditions === 'failed') return problem(412, CHANGED, caching);
    const content = { bucket: place.bucket, key: file.key, size: file.size ?? 0 };
    if (call.headersOnly || file.size === null) await requireContent(bytes, content);
    const open = (range: Parameters<typeof openContent>[2]) => openContent(bytes, content, range);
    return bytesAnswer(call, {
      ...{ size: content.size, validators, headers: caching, open },
      mediaType: 'application/octet-stream',
    });
  });

const CHANGED = { detail: 'The object has another version than the condition of the request names.' };
