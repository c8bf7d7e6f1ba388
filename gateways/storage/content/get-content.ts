import { Readable } from 'node:stream';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import { parseTime } from '../../../formats/ocfl/version-time.js';
import type { RepositoryView } from '../../../projections/repository/repository.js';
import type { GroupReader } from '../../group-content/group-reader.js';
import { notModified } from '../../http/answer/conditional.js';
import { badRequest, problem } from '../../http/answer/problem.js';
import { byteRange, type ByteRange } from '../../../formats/http/byte-range.js';
import { rangeApplies, type Validators } from '../../../formats/http/conditions.js';
import { isNotModified } from '../../http/request/conditional-read.js';
import { route, type Answer, type Call, type Route } from '../../http/route.js';
import { versionReferenceViolation } from '../../uris/version-reference.js';
import { findBinary, type FoundBinary } from './find-binary.js';
import { openContent, requireContent, storedSize, type StoredContent } from './open-content.js';

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
    const found = await findBinary(on, call.params['path'] ?? '', wanted);
    if ('status' in found) return found;
    const validators = validatorsOf(found);
    const caching = {
      ETag: validators.etag,
      ...lastModified(validators, on.dependencies.now()),
      'Cache-Control': wanted === null ? CACHING.newest : CACHING.version,
    };
    if (isNotModified(call.header, validators)) return notModified(caching);
    const answer = await content(on, call, { found, validators });
    return answer.status === 416 ? answer : { ...answer, headers: { ...caching, ...answer.headers } };
  });

/** The digest of the bytes; the time when the file was last changed in the repository. */
const validatorsOf = ({ digest, record }: FoundBinary): Validators => {
  const time = parseTime(record.modified);
  return { etag: `"${digest}"`, lastModified: time === null ? null : new Date(time) };
};

/** Never after the time of the answer (RFC 9110, 8.8.2.1): a version may be dated a second ahead. */
const lastModified = ({ lastModified: time }: Validators, now: Date): Readonly<Record<string, string>> =>
  time === null ? {} : { 'Last-Modified': (time > now ? now : time).toUTCString() };

interface Wanted {
  readonly found: FoundBinary;
  readonly validators: Validators;
}

const content = async (
  { dependencies: { bytes } }: ContentDependencies,
  call: Call,
  { found, validators }: Wanted,
): Promise<Answer> => {
  const { record, at } = found;
  const stored = { ...at, size: record.size ?? (await storedSize(bytes, at)) };
  const headers = { 'Accept-Ranges': 'bytes', ...reprDigest(found) };
  const range = rangeOf(call, stored, validators);
  if (range === 'unsatisfiable') return unsatisfiable(stored.size);
  if (call.headersOnly) await requireContent(bytes, stored);
  const stream = call.headersOnly ? Readable.from([]) : await openContent(bytes, stored, range);
  const mediaType = headerSafe(record.contentType);
  if (range === null) return { status: 200, headers, content: { kind: 'bytes', stream, mediaType, size: stored.size } };
  const { start, end } = range;
  const partial = { ...headers, 'Content-Range': `bytes ${start}-${end}/${stored.size}` };
  return { status: 206, headers: partial, content: { kind: 'bytes', stream, mediaType, size: end - start + 1 } };
};

/** Ranges are for GET alone (RFC 9110, 14.2). */
const rangeOf = (
  { header, headersOnly }: Call,
  { size }: StoredContent,
  validators: Validators,
): ByteRange | 'unsatisfiable' | null => {
  const wanted = header('range');
  return wanted === undefined || headersOnly || !rangeApplies(header('if-range'), validators)
    ? null
    : byteRange(wanted, size);
};

const unsatisfiable = (size: number): Answer =>
  problem(
    416,
    { detail: `The file has ${size} bytes, and the range contains none of them.` },
    { 'Content-Range': `bytes */${size}`, 'Accept-Ranges': 'bytes' },
  );

/** The names of RFC 9530 for the digest algorithms of OCFL inventories. */
const DIGEST_NAMES: Readonly<Record<string, string>> = { sha256: 'sha-256', sha512: 'sha-512' };

/** The digest of all bytes, also with a range of them. */
const reprDigest = ({ algorithm, digest }: FoundBinary): Readonly<Record<string, string>> => {
  const name = DIGEST_NAMES[algorithm];
  return name === undefined ? {} : { 'Repr-Digest': `${name}=:${Buffer.from(digest, 'hex').toString('base64')}:` };
};

/** The recorded content type; null where it is not allowed in a header, so that the bytes are still sent. */
const headerSafe = (contentType: string | null): string | null =>
  contentType !== null && /^[\t\x20-\x7e\x80-\xff]+$/.test(contentType) ? contentType : null;
