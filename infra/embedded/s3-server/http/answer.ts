import type { Readable } from 'node:stream';
import { xmlDocument } from './xml/write-xml.js';

/**
 * The response to the client. The length of a text body is set when it is sent, that of a stream must be in `headers`.
 */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body?: string | Readable;
}

export const emptyAnswer = (status: number, headers: Answer['headers'] = {}): Answer => ({ status, headers });

export const xmlAnswer = (root: string, content: readonly string[], headers: Answer['headers'] = {}): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/xml', ...headers },
  body: xmlDocument(root, content),
});
