import type { Readable } from 'node:stream';
import { xmlDocument } from './xml/write-xml.js';

/** What goes back to the client. A text body's length is set when it is sent, a stream's belongs into `headers`. */
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
