import type { Dependencies } from '../../../commands/core/dependencies.js';
import { parseTime } from '../../../formats/ocfl/version-time.js';
import type { RepositoryView } from '../../../projections/repository/repository.js';
import type { GroupReader } from '../../group-content/group-reader.js';
import { notModified } from '../../http/answer/conditional.js';
import { bytesAnswer, headerSafe } from '../../http/answer/bytes-answer.js';
import { badRequest, problem } from '../../http/answer/problem.js';
import { evaluateConditions, type Validators } from '../../../formats/http/conditions.js';
import { readConditions } from '../../http/request/conditional-read.js';
import { route, pathParameter, type Route } from '../../http/route.js';
import { versionReferenceViolation } from '../../uris/version-reference.js';
import { findBinary, type FoundBinary } from './find-binary.js';
import { openContent, requireContent, storedSize } from './open-content.js';

export interface ContentDependencies {
  readonly dependencies: Pick<Dependencies, 'bytes' | 'now'>;
  readonly repository: RepositoryView;
  readonly groups: GroupReader;
}

/**
 * A cache must ask whether the newest bytes are still the newest. Those of a version never change. Neither may be kept
 * for several users, since only callers with a token may have them.
 */
const CACHING = { newest: 'private, no-cache', version: 'private, max-age=31536000, immutable' } as const;

/**
 * The bytes of a binary, now or at a version, or one range of them (storage service 4.2; RFC 9110; RFC 9530); 404 for
 * anything else.
 */
export const getContent = (on: ContentDependencies): Route =>
  route<{ readonly version?: string }>('getContent', async (call) => {
    const { version: wanted = null } = call.query;
    const violation = wanted === null ? null : versionReferenceViolation(wanted);
    if (violation !== null) return badRequest(violation);
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
    const stored = { ...at, size: record.size ?? (await storedSize(bytes, at)) };
    if (call.headersOnly) await requireContent(bytes, stored);
    return bytesAnswer(call, {
      size: stored.size,
      validators,
      // Bytes whose content type no header may have are sent without one.
      mediaType: headerSafe(record.contentType),
      headers: { ...caching, ...reprDigest(found) },
      open: (range) => openContent(bytes, stored, range),
    });
  });

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
