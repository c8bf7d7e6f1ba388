import type { IncomingMessage, ServerResponse } from 'node:http';

/** One request and its answer on the wire. */
export interface Exchange {
  /** Given to the client with the answer, and to the log. */
  readonly id: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Whether the client holds its body back until it is told to go on. */
  awaitsContinue: boolean;
}
