/** A fact: position, revision, stream, id, type, data, metadata. */
export type FactRow = readonly [number, number, string, string, string, string, string];

/** When a fact happened; every fact that was ever stored says it in its metadata. */
export const occurredAtOf = ([, , , , , , metadata]: FactRow): string =>
  (JSON.parse(metadata) as { readonly occurredAt: string }).occurredAt;
