import { Worker } from 'node:worker_threads';
import type { OpenApiDocument } from '../../schemas/openapi-document.js';
import type { PagedList } from '../long-list.js';
import { RequestFault } from '../request-fault.js';
import type { Answer } from '../route.js';
import { wasTooMuch } from '../thread-news.js';
import type { MatchedRequest } from './body-checker.js';
import type { BodyNews, BodyOrder, Page, PageWish } from './body-thread.js';
import type { SpooledBody } from './receive-body.js';

/** A body that was found right. Its long lists are read from the thread, which lives until this is closed. */
export interface LargeBody {
  readonly value: unknown;
  /** Of its bytes, lower-case hex. */
  readonly sha256: string;
  readonly query: unknown;
  close(): void;
}

/** Items a page: so few that taking one over holds nobody else up. */
const PAGE = 500;

/**
 * Reads and checks a body on disk in a thread of its own, against the document and with the answers of a small one; the
 * file is closed. `paged` leaves its long lists there, as PagedList. Throws RequestFault for one that is too large to be
 * read at all.
 */
export const checkInThread = async (
  document: OpenApiDocument,
  request: MatchedRequest,
  { body, paged }: { readonly body: SpooledBody; readonly paged: boolean },
): Promise<{ readonly refusal: Answer } | LargeBody> => {
  const file = { fd: body.file.fd, size: body.size };
  const workerData: BodyOrder = { document, request, file, longest: paged ? PAGE : null };
  const thread = new Worker(new URL('./body-thread.js', import.meta.url), { workerData });
  const pages = pagesOf(thread);
  try {
    const news = await pages.news;
    if ('refusal' in news) {
      void thread.terminate();
      return news;
    }
    const lists = Object.entries(news.lists).map(
      ([name, length]) => [name, pagedList(name, length, pages.ask)] as const,
    );
    const value = lists.length === 0 ? news.value : { ...(news.value as object), ...Object.fromEntries(lists) };
    return { value, sha256: news.sha256, query: news.query, close: () => void thread.terminate() };
  } catch (error) {
    void thread.terminate();
    throw wasTooMuch(error) ? new RequestFault(413, 'request entity too large', { cause: error }) : error;
  } finally {
    await body.file.close();
  }
};

type Ask = (wish: Omit<PageWish, 'id'>) => Promise<readonly unknown[]>;

/** What a thread tells: first its news, then the pages it is asked for. Everything rejects when it ends before. */
const pagesOf = (thread: Worker): { readonly news: Promise<BodyNews>; readonly ask: Ask } => {
  const waiting = new Map<number, { resolve(items: readonly unknown[]): void; reject(reason: unknown): void }>();
  let ended: Error | null = null;
  let asked = 0;
  const news = new Promise<BodyNews>((resolve, reject) => {
    thread.once('message', resolve);
    thread.once('error', (error: Error) => (ended = error));
    thread.once('exit', () => {
      ended ??= new Error('the thread that read a body has ended');
      reject(ended);
      for (const each of waiting.values()) each.reject(ended);
    });
  });
  thread.on('message', (message: BodyNews | Page) => {
    if (!('items' in message)) return;
    waiting.get(message.id)?.resolve(message.items);
    waiting.delete(message.id);
  });
  const ask: Ask = (wish) =>
    new Promise((resolve, reject) => {
      if (ended !== null) {
        reject(ended);
        return;
      }
      const id = asked++;
      waiting.set(id, { resolve, reject });
      thread.postMessage({ ...wish, id } satisfies PageWish);
    });
  return { news, ask };
};

const pagedList = (list: string, length: number, ask: Ask): PagedList<unknown> => ({
  length,
  async *[Symbol.asyncIterator]() {
    for (let from = 0; from < length; from += PAGE) yield* await ask({ list, from, count: PAGE });
  },
});
