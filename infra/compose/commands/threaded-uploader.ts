import { Worker } from 'node:worker_threads';
import { CommandFault } from '../../../clients/command-line/command-fault.js';
import { realRetryContext, type RetryContext } from '../../../clients/api/with-retries.js';
import { uploadFiles, type Uploader } from '../../../clients/command-line/deposit/upload-files.js';
import { messageUnreadable } from '../../../flow/thread-messages.js';
import { openS3ByteStore } from '../../s3/byte-store.js';
import type { SmallPutSettings } from '../../s3/small-puts.js';
import type { UploadMessage, UploadOrder } from './upload-thread.js';

/** An error of the thread, with the members that callers use. */
const thrownAgain = ({ fault, code }: Extract<UploadMessage, { fault: string }>): Error => {
  if (code === 'command-failed') return new CommandFault(fault);
  return Object.assign(new Error(fault), code === null ? {} : { code });
};

/** For fewer files, starting a thread takes longer than it saves. */
const WORTH_A_THREAD = 64;

/**
 * Uploads from a separate thread, because the embedded store may run in this one: client and store then work in
 * parallel.
 */
export const threadedUploader =
  (settings: SmallPutSettings, patience: RetryContext = realRetryContext()): Uploader =>
  async (uploads, advance) => {
    if (uploads.length < WORTH_A_THREAD) {
      const objects = openS3ByteStore({ ...settings, forcePathStyle: true });
      return uploadFiles(objects, uploads, advance, patience).finally(() => objects.close());
    }
    const workerData: UploadOrder = { settings, uploads };
    const thread = new Worker(new URL('./upload-thread.js', import.meta.url), { workerData });
    await endOfUpload(thread, advance, patience.notify);
  };

/** Resolves when a thread has uploaded everything; rejects where it fails, or ends without a message. */
export const endOfUpload = (
  thread: Worker,
  advance: Parameters<Uploader>[1],
  say: RetryContext['notify'],
): Promise<void> =>
  new Promise((resolve, reject) => {
    let end = (): void => reject(new Error('the thread that uploaded the files has ended'));
    thread.on('message', (message: UploadMessage) => {
      if ('files' in message) advance(message.files, message.bytes);
      else if ('said' in message) say(message.said);
      else if ('done' in message) end = resolve;
      else end = () => reject(thrownAgain(message));
    });
    thread.on('messageerror', (cause: unknown) => {
      end = () => reject(messageUnreadable(cause));
      void thread.terminate();
    });
    thread.once('error', reject);
    thread.once('exit', () => end());
  });
