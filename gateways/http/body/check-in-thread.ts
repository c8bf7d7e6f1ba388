import { Worker, type WorkerOptions } from 'node:worker_threads';
import type { OpenApiDocument } from '../../../schemas/openapi-document.js';
import { nextMessage, wasTooMuch, wholeBuffer } from '../../../flow/thread-messages.js';
import { unlessAborted } from '../../../flow/unless-aborted.js';
import { RequestFault } from '../request-fault.js';
import type { MatchedRequest } from './body-checker.js';
import type { BodyMessage, BodyOrder } from './body-thread.js';

/** Starts a thread that answers an order as `body-thread` does. */
export type BeginThread = (options: WorkerOptions & { readonly workerData: BodyOrder }) => Worker;

/** The body to check, whose memory is handed over, and how. */
export interface BodyCheck {
  readonly bytes: Uint8Array;
  /** How long the thread may take, in milliseconds. */
  readonly ms: number;
  /** Ends the check and the thread when it aborts. */
  readonly signal: AbortSignal;
}

const beginThread: BeginThread = (options) => new Worker(new URL('./body-thread.js', import.meta.url), options);

/**
 * Reads and checks a body in a thread, with the same answers as for a small one. Rejects with RequestFault 413 for a
 * body too large for the thread's memory, and with the reason of the signal.
 */
export const checkInThread = async (
  document: OpenApiDocument,
  request: MatchedRequest,
  { bytes, ms, signal }: BodyCheck,
  begin: BeginThread = beginThread,
): Promise<BodyMessage> => {
  signal.throwIfAborted();
  const thread = begin({ workerData: { document, request, bytes }, transferList: wholeBuffer(bytes) });
  try {
    return await unlessAborted(nextMessage<BodyMessage>(thread, ms, hasEnded), signal);
  } catch (error) {
    if (!wasTooMuch(error)) throw error;
    throw new RequestFault(413, 'The body is too large for the memory of this service.', { cause: error });
  } finally {
    void thread.terminate();
  }
};

const hasEnded = (): Error => new Error('the thread that read a body has ended');
