/** The end of a text that may be endless. */
export interface Tail {
  add(chunk: Buffer): void;
  text(): string;
}

/** Keeps at least the last `most` bytes, and less than twice as many. */
export const tail = (most: number): Tail => {
  let chunks: Buffer[] = [];
  let size = 0;
  let dropped = 0;
  const shorten = (): void => {
    const whole = Buffer.concat(chunks);
    const kept = whole.subarray(-most);
    dropped += whole.length - kept.length;
    chunks = [kept];
    size = kept.length;
  };
  return {
    add(chunk) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= 2 * most) shorten();
    },
    text() {
      const note = dropped === 0 ? '' : `(${dropped} bytes before this are not kept)\n`;
      return note + Buffer.concat(chunks).toString();
    },
  };
};
