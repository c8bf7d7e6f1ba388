import type { Readable } from 'node:stream';
import { ArchiveFault, type Archive, type ArchivedFile, type Content } from '../../../archive/archive.js';
import { backOffMs } from '../../../../flow/back-off.js';
import { onAbort } from '../../../../flow/on-abort.js';
import { pause } from '../../../../flow/pause.js';
import type { FileContent } from './writing/file-writer.js';

/** How long the archive is asked again while no byte comes. */
const PATIENCE_MS = 60_000;
const BACK_OFF = { firstMs: 250, capMs: 5_000 };

type Asked = Pick<ArchivedFile, 'stored' | 'size'>;

/** Reads the bytes of a file of a version, piece by piece. */
export type ReadPieces = (file: Asked) => AsyncIterable<Buffer>;

/** Gives the bytes of a file of a version as they can be written fastest. */
export type ReadContent = (file: Asked) => Promise<FileContent>;

/** Whether the archive does not have the bytes of a file that it has recorded. */
export const isGone = (error: unknown): boolean =>
  error instanceof ArchiveFault && (error.code === 'damaged' || error.code === 'not-found');

/** The pieces of a stream, which is closed at their end; fails with the reason of the signal when that aborts. */
export async function* untilAborted(stream: Readable, signal: AbortSignal): AsyncGenerator<Buffer, void> {
  const forget = onAbort(signal, () => stream.destroy(signal.reason as Error));
  try {
    signal.throwIfAborted();
    for await (const piece of stream) yield piece as Buffer;
  } finally {
    forget();
    stream.destroy();
  }
}

/** Lets a reader wait after a failure, for a minute from the first of several on; then it rejects with what failed. */
const patience = (signal: AbortSignal) => {
  let failures = 0;
  let until = Infinity;
  return {
    succeeded: (): void => void (failures = 0),
    wait: async (error: unknown): Promise<void> => {
      if (signal.aborted || !(error instanceof ArchiveFault && error.transient)) throw error;
      if (failures === 0) until = performance.now() + PATIENCE_MS;
      if (performance.now() >= until) throw error;
      await pause(backOffMs(failures++, BACK_OFF), signal);
      signal.throwIfAborted();
    },
  };
};

/**
 * Reads files of a version. Where the archive cannot be reached, the rest is asked for again, for a minute; then it
 * rejects with the ArchiveFault, as with others at once; with the reason of the signal when that aborts.
 */
export const contentReader = (
  archive: Pick<Archive, 'open'>,
  { group, version }: { readonly group: string; readonly version: number },
  signal: AbortSignal,
): ReadPieces =>
  async function* content(file) {
    const { succeeded, wait } = patience(signal);
    const openFrom = async (at: number): Promise<Content> => {
      for (;;)
        try {
          signal.throwIfAborted();
          return await archive.open(group, version, file, at);
        } catch (error) {
          await wait(error);
        }
    };
    for (let at = 0; ;) {
      const opened = await openFrom(at);
      try {
        for await (const piece of Buffer.isBuffer(opened) ? [opened] : untilAborted(opened, signal)) {
          yield piece;
          at += piece.length;
          succeeded();
        }
        return;
      } catch (error) {
        await wait(error);
      }
    }
  };
