import type { OpenApiDocument, Schema } from '../../../schemas/openapi-document.js';
import { APPEND_LIMITS } from '../../../events/store.js';
import { shapesOf } from '../schema-shapes.js';
import { RequestFault, TEXT_TOO_LONG } from '../request-fault.js';

/** An ISO date, or date and time without a zone, which older clients send for UTC (companion 1.1). */
const ZONELESS = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}(\.\d+)?)?$/;

/** The time with its zone; other text unchanged, for the validator to check. */
export const zonedDateTime = (text: string): string => {
  if (!ZONELESS.test(text)) return text;
  return text.includes('T') ? `${text}Z` : `${text}T00:00:00Z`;
};

/**
 * Converts a parsed body to the form of its schema, at every depth: property names and words of an enumeration get the
 * schema's casing; a number becomes its word where the schema allows both; times without a zone are UTC; null
 * properties are removed. Properties that the schema does not have are unchanged. Of two properties that differ only by
 * casing the later one counts. Throws RequestFault 413 for a text of the schema that is too long for a fact, before it
 * is copied.
 */
export const canonicalValue = (document: OpenApiDocument, schema: Schema, value: unknown): unknown => {
  const shapes = shapesOf(document, schema);
  if (Array.isArray(value)) {
    const items = shapes.find((shape) => shape['items'] !== undefined)?.['items'];
    return items === undefined ? value : value.map((item) => canonicalValue(document, items as Schema, item));
  }
  if (typeof value === 'string') return canonicalText(shapes, value);
  if (typeof value === 'number') return numberedWord(shapes, value) ?? value;
  if (typeof value !== 'object' || value === null) return value;
  const known = new Map(
    shapes
      .flatMap((shape) => Object.entries((shape['properties'] ?? {}) as Readonly<Record<string, Schema>>))
      .map(([name, inner]) => [name.toLowerCase(), { name, inner }] as const),
  );
  return Object.fromEntries(
    Object.entries(value).flatMap(([given, inner]): [string, unknown][] => {
      const property = known.get(given.toLowerCase());
      if (property === undefined) return [[given, inner]];
      return inner === null ? [] : [[property.name, canonicalValue(document, property.inner, inner)]];
    }),
  );
};

const canonicalText = (shapes: readonly Schema[], value: string): string => {
  if (value.length > APPEND_LIMITS.factBytes) throw new RequestFault(413, TEXT_TOO_LONG);
  if (shapes.some((shape) => shape['format'] === 'date-time')) return zonedDateTime(value);
  const word = wordsOf(shapes).find((each) => typeof each === 'string' && each.toLowerCase() === value.toLowerCase());
  return typeof word === 'string' ? word : value;
};

const wordsOf = (shapes: readonly Schema[]): readonly unknown[] =>
  shapes.flatMap((shape) => (shape['enum'] ?? []) as readonly unknown[]);

/** The word of an enumeration at an index, where the schema allows an integer instead of a word. */
const numberedWord = (shapes: readonly Schema[], value: number): unknown =>
  shapes.some((shape) => shape['type'] === 'integer') ? wordsOf(shapes)[value] : undefined;
