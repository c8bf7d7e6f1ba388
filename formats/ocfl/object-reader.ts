/** Something that stands in an object: a file, a folder with nothing in it, or what OCFL does not allow at all. */
export interface ObjectEntry {
  /** Relative to the object root, elements joined by `/`. */
  readonly path: string;
  readonly kind: 'file' | 'empty-folder' | 'link';
}

/** Reads one OCFL object, wherever it lies. */
export interface ObjectReader {
  entries(): AsyncIterable<ObjectEntry>;
  /** The bytes of a file that `entries` gave; rejects when it cannot be read. */
  open(path: string): AsyncIterable<Uint8Array>;
}

export const readBytes = async (reader: ObjectReader, path: string): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of reader.open(path)) chunks.push(chunk);
  return Buffer.concat(chunks);
};
