export const LINE_FEED = 10;

/** The same bytes in blocks of whole lines; only the last block may lack its line feed. */
export async function* lineBlocks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const end = bytes.lastIndexOf(LINE_FEED) + 1;
    if (end === 0) {
      rest.push(bytes);
      continue;
    }
    yield rest.length === 0 ? bytes.subarray(0, end) : Buffer.concat([...rest, bytes.subarray(0, end)]);
    rest = end === bytes.length ? [] : [bytes.subarray(end)];
  }
  if (rest.length > 0) yield Buffer.concat(rest);
}

/** The end of the line that begins at `start`, without its line feed. */
export const lineEnd = (block: Buffer, start: number): number => {
  const end = block.indexOf(LINE_FEED, start);
  return end === -1 ? block.length : end;
};

/** The start of the last line of a block. */
export const lastLine = (block: Buffer): number =>
  block.length < 2 ? 0 : block.lastIndexOf(LINE_FEED, block.length - 2) + 1;

/**
 * The start of the first line, from `start` on, that begins with a text; -1 without one. `start` must be the start of a
 * line.
 */
export const lineWith = (block: Buffer, text: string, start: number): number => {
  if (block.subarray(start, start + text.length).equals(Buffer.from(text))) return start;
  const found = block.indexOf(`\n${text}`, start);
  return found === -1 ? -1 : found + 1;
};
