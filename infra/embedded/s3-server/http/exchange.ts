import type { IncomingMessage, ServerResponse } from 'node:http';

/** One request and its response. */
export interface Exchange {
  /** Sent with the response, and logged. */
  readonly id: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Whether the client waits for 100 Continue before it sends its body. */
  awaitsContinue: boolean;
}
