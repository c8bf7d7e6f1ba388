import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { jsonText } from './json-text.js';
import type { Answer, Content } from './route.js';

export interface RespondOptions {
  /** HEAD: the answer's headers without its content. */
  readonly headersOnly: boolean;
  /** Hands JSON whole to the response validator instead of streaming it. */
  readonly whole: boolean;
}

/** Writes an answer. Rejects when the client went away or a stream broke; the connection is then closed, not ended. */
export const respond = async (
  response: Response,
  { status, headers = {}, content }: Answer,
  { headersOnly, whole }: RespondOptions,
): Promise<void> => {
  response.status(status);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (content === undefined) {
    response.end();
    return;
  }
  if (content.mediaType !== null) response.setHeader('Content-Type', content.mediaType);
  if (content.kind === 'bytes') response.setHeader('Content-Length', content.size);
  if (headersOnly) {
    if (content.kind === 'bytes') content.stream.destroy();
    response.end();
  } else if (content.kind === 'json' && whole) {
    response.json(JSON.parse([...jsonText(content.value)].join('')));
  } else {
    await pipeline(readableOf(content), response);
  }
};

const readableOf = (content: Content): Readable => {
  switch (content.kind) {
    case 'bytes':
      return content.stream;
    case 'text':
      return Readable.from([content.text]);
    case 'json':
      return Readable.from(jsonText(content.value));
  }
};
