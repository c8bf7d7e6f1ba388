/** Why the structures of a manifest cannot be read; a sentence for the caller. */
export class StructuresFault extends Error {
  override name = 'StructuresFault';
}

/** A text of the caller in such a sentence. */
export const shown = (text: string): string => text.slice(0, 500);
