import { parentPort, workerData } from 'node:worker_threads';
import { realRetryContext } from '../../../clients/api/with-retries.js';
import { uploadFiles, type Upload } from '../../../clients/command-line/deposit/upload-files.js';
import { throttle } from '../../../flow/throttle.js';
import type { openS3ByteStore } from '../../s3/byte-store.js';
import { smallPuts, type SmallPutSettings } from '../../s3/small-puts.js';
import { codeOf } from '../../../flow/error-code.js';

/** The worker data of the thread. */
export interface UploadOrder {
  readonly settings: SmallPutSettings;
  readonly uploads: readonly Upload[];
}

/**
 * Its messages: how much was uploaded since the last message, what it waits for, and at the end that it is done or why
 * it failed.
 */
export type UploadMessage =
  | { readonly files: number; readonly bytes: number }
  | { readonly said: string }
  | { readonly done: true }
  | { readonly fault: string; readonly code: string | null };

const TELL_EVERY_MS = 50;

const tell = (message: UploadMessage): void => parentPort?.postMessage(message);

const { settings, uploads } = workerData as UploadOrder;
/** Loads the SDK, which takes long and is needed only for large files. */
const openLarge = async (): Promise<ReturnType<typeof openS3ByteStore>> => {
  const sdk = await import('../../s3/byte-store.js');
  return sdk.openS3ByteStore({ ...settings, forcePathStyle: true });
};
let large: ReturnType<typeof openLarge> | null = null;
const objects = smallPuts(settings, {
  put: async (at, body, options) => (await (large ??= openLarge())).put(at, body, options),
});
let untold = { files: 0, bytes: 0 };
const mayTell = throttle(TELL_EVERY_MS);
const tellProgress = (): void => {
  tell(untold);
  untold = { files: 0, bytes: 0 };
};

try {
  const advance = (files: number, bytes: number): void => {
    untold = { files: untold.files + files, bytes: untold.bytes + bytes };
    if (mayTell()) tellProgress();
  };
  await uploadFiles(
    objects,
    uploads,
    advance,
    realRetryContext((said) => tell({ said })),
  );
  tellProgress();
  tell({ done: true });
} catch (error) {
  const code = codeOf(error);
  tell({ fault: error instanceof Error ? error.message : String(error), code });
} finally {
  objects.close();
  (await (large as ReturnType<typeof openLarge> | null))?.close();
}
