import { parentPort } from 'node:worker_threads';
import { doMetsTask, type MetsOrder, type MetsResult, type MetsTask } from '../../formats/mets/mets-work.js';
import { wholeBuffer } from '../../gateways/thread-news.js';

/** What the thread is asked for. The bytes are its own until it answers. */
export interface ThreadOrder<T extends MetsTask = MetsTask> {
  readonly task: T;
  readonly bytes: Uint8Array;
  readonly order: MetsOrder<T>;
}

/** The result with the bytes that were given, or what was thrown that nobody foresaw. */
export type ThreadNews =
  { readonly result: MetsResult<MetsTask>; readonly source: Uint8Array } | { readonly broken: string };

const answerTo = ({ task, bytes, order }: ThreadOrder): ThreadNews => {
  try {
    return { result: doMetsTask(task, bytes, order), source: bytes };
  } catch (error) {
    return { broken: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
};

parentPort?.on('message', (order: ThreadOrder) => {
  const news = answerTo(order);
  const made = 'result' in news && 'bytes' in news.result ? wholeBuffer(news.result.bytes) : [];
  parentPort?.postMessage(news, [...made, ...wholeBuffer(order.bytes)]);
});
