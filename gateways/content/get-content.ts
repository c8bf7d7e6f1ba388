import { parseTime } from '../../formats/ocfl/version-time.js';
import { notModified } from '../http/answer/conditional.js';
import { bytesAnswer, headerSafe } from '../http/answer/bytes-answer.js';
import { badRequest, problem } from '../http/answer/problem.js';
import { evaluateConditions, type Validators } from '../../formats/http/conditions.js';
import { readConditions } from '../http/request/conditional-read.js';
import { route, pathParameter, type Answer, type Call, type Route } from '../http/route.js';
import { versionReferenceViolation } from '../uris/version-reference.js';
import { archiveAnswers, type ArchiveQuery } from './archive-files/archive-answer.js';
import { CACHING, type ContentDependencies } from './content-dependencies.js';
import { findBinary, type FoundBinary } from './find-content.js';
import type { FindObject } from './object/object-files.js';
import { openContent, requireContent, storedSize } from './open-content.js';

interface ContentQuery {
  readonly version?: string;
  readonly as?: ArchiveQuery['as'];
  readonly stored?: boolean;
}

/**
 * The bytes of a binary, now or at a version, or one range of them (storage service 4.2; RFC 9110; RFC 9530); 404 for
 * anything else. With `as`, those of an archive file that has the files of an archival group or of a folder, or the OCFL
 * object of a group.
 */
export const getContent = (on: ContentDependencies, findObject: FindObject): Route => {
  const archiveAnswer = archiveAnswers(on, findObject);
  return route<ContentQuery>('getContent', async (call) => {
    const { version: wanted = null, as, stored = false } = call.query;
    const violation = wanted === null ? null : versionReferenceViolation(wanted);
    if (violation !== null) return badRequest(violation);
    if (as !== undefined) return archiveAnswer(call, { as, version: wanted, stored });
    if (stored) return badRequest('`stored` is for archive files. Say with `as` which kind.');
    return binaryAnswer(on, call, wanted);
  });
};

/** The answer for a binary: at the head for null, else at a version. */
const binaryAnswer = async (on: ContentDependencies, call: Call, wanted: string | null): Promise<Answer> => {
  const found = await findBinary(on, pathParameter(call, 'path'), wanted);
  if ('status' in found) return found;
  const validators = validatorsOf(found);
  const caching = {
    ETag: validators.etag,
    ...lastModified(validators, on.dependencies.now()),
    'Cache-Control': wanted === null ? CACHING.newest : CACHING.version,
  };
  const conditions = evaluateConditions(readConditions(call.header), validators);
  if (conditions === 'not-modified') return notModified(caching);
  if (conditions === 'failed') return problem(412, CHANGED, caching);
  const { bytes } = on.dependencies;
  const { record, at } = found;
  const content = { ...at, size: record.size ?? (await storedSize(bytes, at)) };
  if (call.headersOnly) await requireContent(bytes, content);
  return bytesAnswer(call, {
    size: content.size,
    validators,
    // Bytes whose content type no header may have are sent without one.
    mediaType: headerSafe(record.contentType),
    headers: { ...caching, ...reprDigest(found) },
    open: (range) => openContent(bytes, content, range),
  });
};

const CHANGED = { detail: 'The binary has other bytes than those that the condition of the request names.' };

/** The digest of the bytes; the time when the file was last changed in the repository. */
const validatorsOf = ({ digest, record }: FoundBinary): Validators => {
  const time = parseTime(record.modified);
  return { etag: `"${digest}"`, lastModified: time === null ? null : new Date(time) };
};

/** Never after the time of the answer (RFC 9110, 8.8.2.1): a version may be dated a second ahead. */
const lastModified = ({ lastModified: time }: Validators, now: Date): Readonly<Record<string, string>> =>
  time === null ? {} : { 'Last-Modified': (time > now ? now : time).toUTCString() };

/** The names of RFC 9530 for the digest algorithms of OCFL inventories. */
const DIGEST_NAMES: Readonly<Record<string, string>> = { sha256: 'sha-256', sha512: 'sha-512' };

/** The digest of all bytes, also with a range of them. */
const reprDigest = ({ algorithm, digest }: FoundBinary): Readonly<Record<string, string>> => {
  const name = DIGEST_NAMES[algorithm];
  return name === undefined ? {} : { 'Repr-Digest': `${name}=:${Buffer.from(digest, 'hex').toString('base64')}:` };
};
