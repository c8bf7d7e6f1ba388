import { once } from 'node:events';
import { Readable } from 'node:stream';
import { shares } from '../../../flow/sharing/shares.js';
import type { ByteRange } from '../../../formats/http/byte-range.js';
import { evaluateConditions } from '../../../formats/http/conditions.js';
import { bytesAnswer } from './bytes-answer.js';
import { notModified } from './conditional.js';
import { problem, RETRY_AFTER } from './problem.js';
import { readConditions } from '../request/conditional-read.js';
import type { Answer, Call } from '../route.js';

/** How many are made at once, since each holds a list of its files: 100,000 are some forty megabytes. */
const MADE = { places: 12, each: 4, kept: 3 };

const LATER = { 'Retry-After': RETRY_AFTER };
const REFUSALS = {
  full: problem(503, { detail: 'Too many archive files are being downloaded.' }, LATER),
  'share-used': problem(
    503,
    { detail: `You are downloading ${MADE.each} archive files, which is the most for one caller. Finish one first.` },
    LATER,
  ),
} as const;

const CHANGED = { detail: 'The files are not those that the condition of the request names.' };

const MEDIA_TYPES = { zip: 'application/zip', tar: 'application/x-tar' } as const;

/** An archive file whose bytes are made as they are read. */
interface MadeBytes {
  readonly size: number;
  /** All bytes, or a range of them. */
  readonly read: (range?: ByteRange) => AsyncIterable<Uint8Array>;
}

/** An archive file to be sent, which is made only when it is wanted. */
export interface ServedArchive {
  /** With its quotation marks; the same for the same bytes. */
  readonly etag: string;
  readonly caching: string;
  readonly kind: keyof typeof MEDIA_TYPES;
  readonly disposition: string;
  readonly make: () => Promise<MadeBytes>;
}

/** Sends an archive file, or a range of it, while it is made, with conditions; few at once, and fewer for each caller. */
export type ServeArchive = (call: Call, served: ServedArchive) => Promise<Answer>;

/** With the places of a process, whose services share it. */
export const archiveServing = (): ServeArchive => {
  const { take } = shares(MADE);
  return async (call, { etag, caching: control, kind, disposition, make }) => {
    const validators = { etag, lastModified: null };
    const caching = { ETag: etag, 'Cache-Control': control };
    const conditions = evaluateConditions(readConditions(call.header), validators);
    if (conditions === 'not-modified') return notModified(caching);
    if (conditions === 'failed') return problem(412, CHANGED, caching);
    const leave = take(call.holder);
    if (typeof leave === 'string') return REFUSALS[leave];
    try {
      const file = await make();
      const answer = await bytesAnswer(call, {
        size: file.size,
        validators,
        mediaType: MEDIA_TYPES[kind],
        headers: { ...caching, 'Content-Disposition': disposition },
        open: (range) => opened(file, range, leave),
      });
      if (call.headersOnly || answer.content?.kind !== 'bytes') leave();
      return answer;
    } catch (error) {
      leave();
      throw error;
    }
  };
};

/** Waits for the first bytes, so that what cannot be read at all is answered with a status. */
const opened = async (file: MadeBytes, range: ByteRange | null, leave: () => void): Promise<Readable> => {
  const stream = Readable.from(file.read(range ?? undefined), { objectMode: false });
  stream.once('close', leave);
  try {
    await once(stream, 'readable');
    return stream;
  } catch (error) {
    stream.destroy();
    throw error;
  }
};
