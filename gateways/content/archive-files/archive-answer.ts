import { once } from 'node:events';
import { Readable } from 'node:stream';
import { shares } from '../../../flow/sharing/shares.js';
import type { ArchiveFile } from '../../../formats/archive-files/archive-file.js';
import type { ByteRange } from '../../../formats/http/byte-range.js';
import { evaluateConditions } from '../../../formats/http/conditions.js';
import { versionOf } from '../../../formats/ocfl/inventory/inventory.js';
import { bytesAnswer } from '../../http/answer/bytes-answer.js';
import { entityTag, notModified } from '../../http/answer/conditional.js';
import { problem, RETRY_AFTER } from '../../http/answer/problem.js';
import { readConditions } from '../../http/request/conditional-read.js';
import { pathParameter, type Answer, type Call } from '../../http/route.js';
import { CACHING, type ContentDependencies } from '../content-dependencies.js';
import { contentDisposition } from '../../http/answer/content-disposition.js';
import { archiveFileName } from './file-name.js';
import { findPart } from './find-part.js';
import { keptCrcs } from './kept-crcs.js';
import { makeArchiveFile, type ArchiveForm, type WantedArchive } from './make-archive-file.js';

/** Changes whenever the same version is given with other bytes, so that no half of one is joined to a half of another. */
const LAYOUT = 1;

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

const MEDIA_TYPES = { zip: 'application/zip', tar: 'application/x-tar', bag: 'application/zip' } as const;

/** What is asked for: a form, a version, and whether everything is wanted that is stored. */
export interface ArchiveQuery {
  readonly as: ArchiveForm;
  readonly version: string | null;
  readonly stored: boolean;
}

/** Answers the archive file of an archival group, or of a folder in one. */
export type ArchiveAnswer = (call: Call, query: ArchiveQuery) => Promise<Answer>;

export const archiveAnswers = (on: ContentDependencies): ArchiveAnswer => {
  const { take } = shares(MADE);
  const crcs = keptCrcs();
  const made = async (call: Call, wanted: WantedArchive, headers: Headers, leave: () => void): Promise<Answer> => {
    const { bytes, metsAgent } = on.dependencies;
    const making = { bytes, crcs, log: on.log, software: metsAgent.name, correlationId: call.correlationId };
    const file = await makeArchiveFile(making, wanted);
    return bytesAnswer(call, {
      size: file.size,
      validators: { etag: headers['ETag'] ?? '', lastModified: null },
      mediaType: MEDIA_TYPES[wanted.form],
      headers,
      open: (range) => opened(file, range, leave),
    });
  };
  return async (call, { as: form, version, stored }) => {
    const found = await findPart(on, pathParameter(call, 'path'), version);
    if ('status' in found) return found;
    const wanted = { ...found, form, stored };
    const caching = { ETag: tagOf(wanted), 'Cache-Control': version === null ? CACHING.newest : CACHING.version };
    const conditions = evaluateConditions(readConditions(call.header), { etag: caching.ETag, lastModified: null });
    if (conditions === 'not-modified') return notModified(caching);
    if (conditions === 'failed') return problem(412, CHANGED, caching);
    const leave = take(call.holder);
    if (typeof leave === 'string') return REFUSALS[leave];
    try {
      const answer = await made(call, wanted, { ...caching, 'Content-Disposition': dispositionOf(wanted) }, leave);
      if (call.headersOnly || answer.content?.kind !== 'bytes') leave();
      return answer;
    } catch (error) {
      leave();
      throw error;
    }
  };
};

type Headers = Readonly<Record<string, string>>;

const CHANGED = { detail: 'The version has other bytes than those that the condition of the request names.' };

const tagOf = ({ content, below, form, stored }: WantedArchive): string => {
  const { created } = versionOf(content.inventory, content.version);
  return entityTag(LAYOUT, content.path, content.version, created, below, form, stored);
};

const dispositionOf = ({ content, below, form }: WantedArchive): string =>
  contentDisposition(
    'attachment',
    `${archiveFileName(content.path, content.version, below)}.${form === 'tar' ? 'tar' : 'zip'}`,
  );

/** Waits for the first bytes, so that what cannot be read at all is answered with a status. */
const opened = async (file: ArchiveFile, range: ByteRange | null, leave: () => void): Promise<Readable> => {
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
