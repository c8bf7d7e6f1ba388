import type { Readable } from 'node:stream';
import type { Actor } from '../../events/envelope.js';
import type { Caller } from './caller.js';

/** One request for a handler, after the validator has checked it. */
export interface Call<Query = unknown, Body = unknown> {
  readonly operationId: string;
  /** Path parameters, decoded; a parameter for the rest of the path is a repository path. */
  readonly params: Readonly<Record<string, string>>;
  /** Parameters with the names, types and defaults of the document. */
  readonly query: Query;
  readonly body: Body;
  /** The value of a header, verbatim; the first of several. */
  readonly header: (name: string) => string | undefined;
  /** Whether only the headers of the answer are sent, as for HEAD. */
  readonly headersOnly: boolean;
  readonly caller: Caller;
  /** Who has a share of what is limited, as in `Shares`. */
  readonly holder: string;
  /** The actor to attribute work to; throws for a caller without a name. */
  readonly actor: Actor;
  readonly correlationId: string;
  /** Derived from the Idempotency-Key if there is one, else new. */
  readonly commandId: string;
  /** Digest of the body; given with an Idempotency-Key, which may be sent again with another body. */
  readonly requestSha256?: string;
  /** A signal that aborts when long work must stop, while there is still time to answer. */
  readonly inTime: () => AbortSignal;
  /** Aborts when nobody waits for the answer any more: the client has gone, or was told that it takes too long. */
  readonly over: AbortSignal;
  /** Aborts when the service begins to close: an answer without an end must then end. */
  readonly closing: AbortSignal;
  /** The path of the request without its query, escaped as received, with the document's casing. */
  readonly path: string;
}

export type Content =
  | { readonly kind: 'json'; readonly value: unknown; readonly mediaType: string }
  /** No Content-Type is sent where `mediaType` is null. */
  | { readonly kind: 'bytes'; readonly stream: Readable; readonly mediaType: string | null; readonly size: number }
  /** A stream without a known end, which is sent as it comes. */
  | { readonly kind: 'endless'; readonly stream: Readable; readonly mediaType: string }
  | { readonly kind: 'text'; readonly text: string; readonly mediaType: string };

/** The answer of a handler. Header names are written as given; they may replace those of `INERT_HEADERS`. */
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

/** A route whose query and body have the types of the document, which the validator has checked. */
export const route = <Query = unknown, Body = unknown>(
  operationId: string,
  handle: (call: Call<Query, Body>) => Promise<Answer>,
): Route => ({ operationId, handle: (call) => handle(call as Call<Query, Body>) });

/** A parameter of the path, such as the deposit that a request is about; empty for one that its operation does not have. */
export const pathParameter = ({ params }: Pick<Call, 'params'>, name: string): string => params[name] ?? '';

/** A JSON answer; `value` may hold functions and Maps for long lists and objects (json-text.ts). */
export const json = (status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Answer => ({
  status,
  headers,
  content: { kind: 'json', value, mediaType: 'application/json; charset=utf-8' },
});

export const noContent = (headers: Readonly<Record<string, string>> = {}): Answer => ({ status: 204, headers });
