/** A fact: position, revision, stream, id, type, data, metadata. */
export type FactRow = readonly [number, number, string, string, string, string, string];
