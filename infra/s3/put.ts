import type { Readable } from 'node:stream';
import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import {
  ByteStoreFault,
  isStreamed,
  sizeOf,
  type ByteStore,
  type PutBody,
  type PutOptions,
  type PutResult,
  type ObjectAddress,
} from '../../formats/bytes.js';
import { runInSlices } from '../../flow/run-in-slices.js';
import { sha256InSlices } from '../../formats/digests/sha256-in-slices.js';
import { base64FromHex } from '../../formats/digests/sha256-text.js';
import type { Clients } from './clients.js';
import { encodeWord } from './encoded-word.js';
import { asFault } from './fault.js';
import { sha256Hex } from './object-info.js';
import { storedSha256 } from './stored-sha256.js';
import { sending } from './time-limits.js';
import { headObject } from './head.js';
import { conditionOf, type WriteCondition } from './write-condition.js';

/** Puts with a SHA-256 that the store checks before it keeps anything, and tells again as its own. */
export const putter =
  ({ once, often }: Clients): ByteStore['put'] =>
  async (at, body, options = {}) => {
    const size = sizeOf(body);
    const content = isStreamed(body) ? body.stream : body;
    const sha256 = options.sha256 ?? null; // else the client computes it while it sends the content
    const command = new PutObjectCommand({
      Bucket: at.bucket,
      Key: at.key,
      Body: content,
      ContentLength: size,
      ChecksumAlgorithm: 'SHA256',
      ...headersOf(options, sha256),
    });
    // A condition that holds only once would refuse its own repetition, so such a put is sent once.
    const client = options.onlyIf === undefined && content instanceof Uint8Array ? often : once;
    const source = content instanceof Uint8Array ? null : watchSource(content);
    try {
      const { ETag: etag = '', ChecksumSHA256 } = await client.send(command, sending(size, source?.ended));
      const stored = sha256Hex(ChecksumSHA256) ?? (await storedSha256(often, at, { etag }));
      return { etag, sha256: stored, size } satisfies PutResult;
    } catch (error) {
      const fault = source?.failure() ?? putFault(error, options);
      if (fault.code !== 'outcome-unknown' || options.onlyIf === undefined) throw fault;
      return whatBecame(often, { at, body, size, sha256, onlyIf: options.onlyIf }, fault);
    }
  };

const headersOf = (
  { contentType, metadata, onlyIf }: PutOptions,
  sha256: string | null,
): Partial<PutObjectCommand['input']> => ({
  ...(contentType === undefined ? {} : { ContentType: contentType }),
  ...(metadata === undefined ? {} : { Metadata: encodeMetadata(metadata) }),
  ...(sha256 === null ? {} : { ChecksumSHA256: base64FromHex(sha256) }),
  ...conditionOf(onlyIf),
});

/** Metadata as it travels in headers. */
export const encodeMetadata = (metadata: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(metadata).map(([name, value]) => [name, encodeWord(value)]));

/** Ends the sending where the source of the bytes fails: the store gets less than it was promised and keeps nothing. */
const watchSource = (stream: Readable): { readonly ended: AbortSignal; failure(): ByteStoreFault | null } => {
  const ended = new AbortController();
  let failure: ByteStoreFault | null = null;
  stream.once('error', (cause) => {
    failure = new ByteStoreFault('store-unavailable', `the bytes to store could not be read: ${cause.message}`, {
      cause,
    });
    ended.abort(cause);
  });
  return { ended: ended.signal, failure: () => failure };
};

/** S3 answers an If-Match that finds nothing with NoSuchKey. */
const putFault = (error: unknown, { onlyIf }: PutOptions): ByteStoreFault => {
  const fault = asFault(error, 'write');
  if (fault.code !== 'object-not-found' || onlyIf === undefined) return fault;
  return new ByteStoreFault('precondition-failed', fault.message, { cause: error });
};

interface UnansweredPut {
  readonly at: ObjectAddress;
  readonly body: PutBody;
  readonly size: number;
  /** Of the body; null when it was not said. */
  readonly sha256: string | null;
  readonly onlyIf: WriteCondition;
}

/**
 * What became of a conditional put that got no answer. Some stores close the connection on a large body that they
 * refuse, so that the refusal is never read: the object tells. Throws the unknown outcome where it does not.
 */
const whatBecame = async (client: S3Client, put: UnansweredPut, unknown: ByteStoreFault): Promise<PutResult> => {
  const there = await headObject(client, put.at).catch(() => {
    throw unknown;
  });
  const sha256 = put.sha256 ?? (isStreamed(put.body) ? null : await runInSlices(sha256InSlices(put.body)));
  if (there !== null && there.sha256 === sha256 && there.sha256 !== null)
    return { etag: there.etag, sha256: there.sha256, size: put.size };
  const etag = there?.etag ?? null;
  const holdsStill = etag === (put.onlyIf === 'absent' ? null : put.onlyIf.etag);
  // Without both digests, what is there may be this very body.
  if (holdsStill || sha256 === null || (there !== null && there.sha256 === null)) throw unknown;
  const { bucket, key } = put.at;
  throw new ByteStoreFault('precondition-failed', `${bucket}/${key} is neither what was put nor what it was put over`, {
    cause: unknown,
  });
};
