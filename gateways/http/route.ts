import type { Readable } from 'node:stream';
import type { Actor } from '../../events/envelope.js';
import type { Caller } from './caller.js';

/** One request as a handler sees it: the document's rules hold for it already, and the caller has a name. */
export interface Call<Query = unknown, Body = unknown> {
  readonly operationId: string;
  /** Path parameters, decoded; one that takes the rest of the path is a repository path. */
  readonly params: Readonly<Record<string, string>>;
  /** Named, typed and filled with defaults as the document says. */
  readonly query: Query;
  readonly body: Body;
  /** The value of a header, verbatim; the first when it came twice. */
  readonly header: (name: string) => string | undefined;
  readonly caller: Caller;
  /** The caller to attribute work to; throws on an operation that is open to callers without a name. */
  readonly actor: Actor;
  readonly correlationId: string;
  /** Derived from the Idempotency-Key where there was one, else new. */
  readonly commandId: string;
  /** Digest of the body, where an Idempotency-Key lets the same command come again with another one. */
  readonly requestSha256?: string;
  /** Aborts while there is still time to answer what a long work came to: it must be broken off then. */
  readonly inTime: () => AbortSignal;
  /** The path of the request without its query, escaped as it came, with the document's casing. */
  readonly path: string;
}

export type Content =
  | { readonly kind: 'json'; readonly value: unknown; readonly mediaType: string }
  /** `mediaType` null sends no Content-Type. */
  | { readonly kind: 'bytes'; readonly stream: Readable; readonly mediaType: string | null; readonly size: number }
  | { readonly kind: 'text'; readonly text: string; readonly mediaType: string };

/** What a handler answers. Header names are written as given. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly content?: Content;
}

/** One operation of a service, named as its document names it. */
export interface Route {
  readonly operationId: string;
  readonly handle: (call: Call) => Promise<Answer>;
}

/** A route whose query and body have the shapes that the document promises; the validator made sure of them. */
export const route = <Query = unknown, Body = unknown>(
  operationId: string,
  handle: (call: Call<Query, Body>) => Promise<Answer>,
): Route => ({ operationId, handle: (call) => handle(call as Call<Query, Body>) });

/** `value` may hold functions and Maps where lists and objects are long (json-text.ts). */
export const json = (status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Answer => ({
  status,
  headers,
  content: { kind: 'json', value, mediaType: 'application/json; charset=utf-8' },
});

export const noContent = (headers: Readonly<Record<string, string>> = {}): Answer => ({ status: 204, headers });
