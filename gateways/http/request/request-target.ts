import type { Schema } from '../../../schemas/openapi-document.js';
import { zonedDateTime } from './canonical-value.js';
import type { Operation } from '../operation.js';

/** The path and query of a request line, which may hold the whole URL; null where it has no path. */
export const splitTarget = (target: string): { path: string; query: string } | null => {
  const [, path, query] = /^(?:[a-z][a-z0-9+.-]*:\/\/[^/?#]*)?(\/[^?]*)(?:\?(.*))?$/is.exec(target) ?? [];
  return path === undefined ? null : { path, query: query ?? '' };
};

/**
 * The query in the form of the document: parameter names get the document's casing, booleans become lower case, times
 * get a zone; unknown parameters are left out (companion 1.1).
 */
export const canonicalQuery = (operation: Operation, query: string): URLSearchParams => {
  const canonical = new URLSearchParams();
  for (const [given, value] of new URLSearchParams(query)) {
    const parameter = operation.query.get(given.toLowerCase());
    if (parameter !== undefined) canonical.append(parameter.name, canonicalText(parameter.schema, value));
  }
  return canonical;
};

const canonicalText = (schema: Schema, value: string): string => {
  if (schema['type'] === 'boolean') return value.trim().toLowerCase();
  return schema['format'] === 'date-time' ? zonedDateTime(value) : value;
};
