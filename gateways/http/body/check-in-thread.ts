import { Worker } from 'node:worker_threads';
import type { OpenApiDocument } from '../../../schemas/openapi-document.js';
import type { PagedList } from './long-list.js';
import { RequestFault } from '../request-fault.js';
import type { Answer } from '../route.js';
import { wasTooMuch } from '../../../flow/thread-messages.js';
import type { CheckedBody, MatchedRequest } from './body-checker.js';
import type { BodyOrder } from './body-thread.js';
import { pagesOf, type Ask, type ThreadPages } from './pages-of-thread.js';
import type { SpooledBody } from './receive-body.js';
import { success, type Result } from '../../../flow/result.js';

/** A valid body. Its long lists are read from the thread, which runs until this is closed. */
export interface LargeBody extends CheckedBody {
  close(): void;
}

/** Starts a thread that answers an order as `body-thread` does. */
export type BeginThread = (order: BodyOrder) => Worker;

/** The body to check, and how. */
export interface BodyCheck {
  readonly body: SpooledBody;
  /** Whether long lists stay in the thread, as PagedList. */
  readonly paged: boolean;
  /** Ends the check and the thread when it aborts. */
  readonly signal: AbortSignal;
}

/** Items of a page: so few that receiving one does not delay other requests. */
const PAGE = 500;

const beginThread: BeginThread = (workerData) =>
  new Worker(new URL('./body-thread.js', import.meta.url), { workerData });

/**
 * Reads and checks a body on disk in a thread, with the same answers as for a small one, and closes the file. Rejects
 * with RequestFault 413 for a body too large for the thread's memory, and with the reason of the signal.
 */
export const checkInThread = async (
  document: OpenApiDocument,
  request: MatchedRequest,
  { body, paged, signal }: BodyCheck,
  begin: BeginThread = beginThread,
): Promise<Result<LargeBody, Answer>> => {
  try {
    signal.throwIfAborted();
    const file = { fd: body.file.fd, size: body.size };
    const thread = pagesOf(begin({ document, request, file, longest: PAGE }), signal);
    return await checkedBy(thread, paged);
  } catch (error) {
    throw wasTooMuch(error) ? new RequestFault(413, 'request entity too large', { cause: error }) : error;
  } finally {
    await body.file.close();
  }
};

const checkedBy = async ({ first, ask, close }: ThreadPages, paged: boolean): Promise<Result<LargeBody, Answer>> => {
  try {
    const message = await first;
    if (!message.ok) {
      close();
      return message;
    }
    const checked = message.value;
    const lists: [string, unknown][] = [];
    for (const [name, length] of Object.entries(checked.lists)) {
      const list = pagedList(name, length, ask);
      lists.push([name, paged ? list : await allOf(list)]);
    }
    const rest = lists.length === 0 ? checked.value : { ...(checked.value as object), ...Object.fromEntries(lists) };
    const value = checked.whole === null ? rest : await allOf(pagedList(null, checked.whole, ask));
    return success({ value, sha256: checked.sha256, query: checked.query, close });
  } catch (error) {
    close();
    throw error;
  }
};

/** Reads a list in pages, so that other requests are handled in between. */
const allOf = async (list: PagedList<unknown>): Promise<unknown[]> => {
  const items: unknown[] = [];
  for await (const item of list) items.push(item);
  return items;
};

const pagedList = (list: string | null, length: number, ask: Ask): PagedList<unknown> => ({
  length,
  async *[Symbol.asyncIterator]() {
    for (let from = 0; from < length; from += PAGE) yield* await ask({ list, from, count: PAGE });
  },
});
