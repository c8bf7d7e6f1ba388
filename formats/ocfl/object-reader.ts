/** An entry of an object: a file, an empty folder, or a link, which OCFL does not allow. */
export interface ObjectEntry {
  /** Relative to the object root, elements joined by `/`. */
  readonly path: string;
  readonly kind: 'file' | 'empty-folder' | 'link';
}

/** Reads one OCFL object. */
export interface ObjectReader {
  entries(): AsyncIterable<ObjectEntry>;
  /** The bytes of a file from `entries`; rejects when it cannot be read. */
  open(path: string): AsyncIterable<Uint8Array>;
}

export const readBytes = async (reader: ObjectReader, path: string): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of reader.open(path)) chunks.push(chunk);
  return Buffer.concat(chunks);
};
