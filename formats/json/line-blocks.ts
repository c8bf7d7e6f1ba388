export const LINE_FEED = 10;

/** The same bytes in blocks that end at line ends, but for the last one where the last line is not ended. */
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

/** Where the line that begins at `start` ends, its line end not included. */
export const lineEnd = (block: Buffer, start: number): number => {
  const end = block.indexOf(LINE_FEED, start);
  return end === -1 ? block.length : end;
};

/** Where the last line of a block begins. */
export const lastLine = (block: Buffer): number =>
  block.length < 2 ? 0 : block.lastIndexOf(LINE_FEED, block.length - 2) + 1;

/** Where a text stands at the beginning of a line, from `start` on, which must be the beginning of one; -1 if nowhere. */
export const lineWith = (block: Buffer, text: string, start: number): number => {
  if (block.subarray(start, start + text.length).equals(Buffer.from(text))) return start;
  const found = block.indexOf(`\n${text}`, start);
  return found === -1 ? -1 : found + 1;
};
