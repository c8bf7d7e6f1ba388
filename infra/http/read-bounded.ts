/** Reads the body of a response into memory; null, with the connection closed, where it has more than `most` bytes. */
export const readBounded = async (response: Response, most: number): Promise<Buffer | null> => {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > most) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};
