import type { Readable } from 'node:stream';
import { ArchiveFault, type Archive, type ArchivedFile } from '../../../archive/archive.js';
import { backOffMs } from '../../../../flow/back-off.js';
import { onAbort } from '../../../../flow/on-abort.js';
import { pause } from '../../../../flow/pause.js';

/** How long the archive is asked again while no byte comes. */
const PATIENCE_MS = 60_000;
const BACK_OFF = { firstMs: 250, capMs: 5_000 };

/** Reads the bytes of a file of a version. */
export type ReadContent = (file: Pick<ArchivedFile, 'stored' | 'size'>) => AsyncIterable<Buffer>;

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

/**
 * Reads files of a version. Where the archive cannot be reached, the rest is asked for again, for a minute; then it
 * rejects with the ArchiveFault, as with others at once; with the reason of the signal when that aborts.
 */
export const contentReader = (
  archive: Pick<Archive, 'open'>,
  { group, version }: { readonly group: string; readonly version: number },
  signal: AbortSignal,
): ReadContent =>
  async function* content(file) {
    let at = 0;
    let failures = 0;
    let patientUntil = Infinity;
    for (;;) {
      try {
        for await (const piece of untilAborted(await archive.open(group, version, file, at), signal)) {
          yield piece;
          at += piece.length;
          failures = 0;
        }
        return;
      } catch (error) {
        if (signal.aborted || !(error instanceof ArchiveFault && error.transient)) throw error;
        if (failures === 0) patientUntil = performance.now() + PATIENCE_MS;
        if (performance.now() >= patientUntil) throw error;
        await pause(backOffMs(failures++, BACK_OFF), signal);
        signal.throwIfAborted();
      }
    }
  };
