import type { OpenFile } from './files.js';

const CHUNK_BYTES = 256 * 1024;

/**
 * The bytes of an open file from `start` to `end` (inclusive), in one buffer that is reused for each chunk; calls
 * `onMoved` for each.
 */
export async function* chunksOf(
  file: Pick<OpenFile, 'read'>,
  start: number,
  end: number,
  onMoved?: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, Math.max(end - start + 1, 0)));
  for (let at = start; at <= end;) {
    const read = await file.read(buffer.subarray(0, Math.min(buffer.length, end - at + 1)), at);
    if (read === 0) return;
    yield buffer.subarray(0, read);
    onMoved?.(read);
    at += read;
  }
}
