import { Readable } from 'node:stream';
import type { Response } from 'express';
import { exactLength } from './exact-length.js';
import { shortJson, streamedJson } from './json-text.js';
import type { Answer, Content } from '../route.js';
import { INERT_HEADERS } from '../../../formats/media-types/inert-headers.js';
import { sendStream } from '../../../flow/streams/send-stream.js';
import { yieldEvery } from '../../../flow/yield-every.js';
import type { ServerResponse } from 'node:http';
import { drain } from '../../../flow/streams/drain.js';

/** After this status the rest of the request's body is not awaited. */
const TOO_SLOW = 408;

export interface RespondOptions {
  /** HEAD: the answer's headers without its content. */
  readonly headersOnly: boolean;
  /** Passes JSON as one value to the response validator instead of streaming it. */
  readonly whole: boolean;
}

/**
 * Writes an answer, and ends the connection where the client is still sending a body that is not read. Content is inert
 * in a browser, unless the answer has a policy of its own. Rejects when the client disconnected or a stream failed.
 */
export const respond = async (
  response: Response,
  { status, headers = {}, content }: Answer,
  { headersOnly, whole }: RespondOptions,
): Promise<void> => {
  response.status(status);
  const unread = closesAfter(response);
  const safe = content === undefined ? headers : { ...INERT_HEADERS, ...headers };
  for (const [name, value] of Object.entries(safe)) response.setHeader(name, value);
  if (content === undefined) {
    await end(response, unread);
    return;
  }
  describe(content, response);
  if (headersOnly) {
    if ('stream' in content) content.stream.destroy();
    await end(response, unread);
  } else if (content.kind === 'json' && whole) {
    response.json(JSON.parse(await gathered(streamedJson(content.value))));
  } else {
    const short = unread ? shortText(content) : null;
    if (short !== null) response.setHeader('Content-Length', Buffer.byteLength(short)); // the client knows its end
    await send(content, response, !unread);
    if (unread) await end(response, unread);
  }
};

/** Sets the headers that describe the content. */
const describe = (content: Content, response: Response): void => {
  if (content.mediaType !== null) response.setHeader('Content-Type', content.mediaType);
  if (content.kind === 'bytes') response.setHeader('Content-Length', content.size);
  if (content.kind === 'endless') response.shouldKeepAlive = false; // a service that closes need not wait for more
};

const end = async (response: Response, unread: boolean): Promise<void> => {
  if (unread && response.statusCode !== TOO_SLOW) await endAfterRest(response);
  else response.end();
};

/** The text of an answer of one piece, such as a refusal; null for any other. */
const shortText = (content: Content): string | null => {
  if (content.kind === 'text') return content.text;
  return 'stream' in content ? null : shortJson(content.value);
};

const gathered = async (pieces: AsyncIterable<string>): Promise<string> => {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
};

const send = (content: Content, response: Response, end: boolean): Promise<void> => {
  if (content.kind === 'bytes') {
    return sendStream(content.stream, response, { through: [exactLength(content.size)], end });
  }
  if (content.kind === 'endless') return sendStream(content.stream, response, { end });
  const pieces = content.kind === 'text' ? [content.text] : inSlices(streamedJson(content.value));
  return sendStream(Readable.from(pieces), response, { end });
};

/** Pieces of text that are written before yielding: some milliseconds of work. */
const PIECES_PER_SLICE = 8;

/** Yields between pieces, since a fast client would receive all of a long answer without a pause. */
async function* inSlices(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  const turn = yieldEvery(PIECES_PER_SLICE);
  for await (const piece of pieces) {
    await turn();
    yield piece;
  }
}

/**
 * Whether the client is still sending a body that is not read. The answer then announces the end of the connection, so
 * this must be called before its headers are sent.
 */
export const closesAfter = (response: ServerResponse): boolean => {
  const { complete, headers } = response.req;
  const unread =
    !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);
  if (unread) response.shouldKeepAlive = false;
  return unread;
};

/**
 * Ends an answer that was written while its request was still arriving. Reads a bounded part of the rest first: closing
 * a connection with unread bytes would discard the answer. Never rejects.
 */
export const endAfterRest = async (response: ServerResponse): Promise<void> => {
  if (!response.headersSent) response.flushHeaders();
  response.req.unpipe();
  await drain(response.req);
  response.end();
};
