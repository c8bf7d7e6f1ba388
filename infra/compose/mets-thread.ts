import { parentPort } from 'node:worker_threads';
import { doMetsTask, type MetsOrder, type MetsResult, type MetsTask } from '../../formats/mets/mets-work.js';

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

/** The memory of bytes that may leave the thread: a part of a larger piece stays, and is copied. */
const wholeBuffer = (bytes: unknown): ArrayBuffer[] =>
  bytes instanceof Uint8Array && bytes.buffer instanceof ArrayBuffer && bytes.length === bytes.buffer.byteLength
    ? [bytes.buffer]
    : [];

parentPort?.on('message', (order: ThreadOrder) => {
  const news = answerTo(order);
  const made = 'result' in news && 'bytes' in news.result ? wholeBuffer(news.result.bytes) : [];
  parentPort?.postMessage(news, [...made, ...wholeBuffer(order.bytes)]);
});
