import type { Readable } from 'node:stream';
import { ArchiveFault, type Archive, type ArchivedFile, type Content } from '../../../archive/archive.js';
import { backOffMs } from '../../../../flow/back-off.js';
import { onAbort } from '../../../../flow/on-abort.js';
import { pause } from '../../../../flow/pause.js';

/** How long the archive is asked again while no byte comes. */
const PATIENCE_MS = 60_000;
const BACK_OFF = { firstMs: 250, capMs: 5_000 };

/** The bytes of a file: a small one may come whole. */
export type ReadBytes = Buffer | AsyncIterable<Buffer>;

/** Reads the bytes of a file of a version. */
export type ReadContent = (file: Pick<ArchivedFile, 'stored' | 'size'>) => Promise<ReadBytes>;

/** The same, piece by piece. */
export async function* eachPiece(reading: Promise<ReadBytes>): AsyncGenerator<Buffer, void> {
  const bytes = await reading;
  if (Buffer.isBuffer(bytes)) yield bytes;
  else yield* bytes;
}

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
export const contentReader =
  (
    archive: Pick<Archive, 'open'>,
    { group, version }: { readonly group: string; readonly version: number },
    signal: AbortSignal,
  ): ReadContent =>
  async (file) => {
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
    async function* allOf(begun: Content): AsyncGenerator<Buffer, void> {
      let at = 0;
      for (let rest = begun; ; rest = await openFrom(at))
        try {
          for await (const piece of Buffer.isBuffer(rest) ? [rest] : untilAborted(rest, signal)) {
            yield piece;
            at += piece.length;
            succeeded();
          }
          return;
        } catch (error) {
          await wait(error);
        }
    }
    const content = await openFrom(0);
    return Buffer.isBuffer(content) ? content : allOf(content);
  };
