import type { Schema } from '../../../schemas/openapi-document.js';
import { zonedDateTime } from './canonical-value.js';
import type { Operation } from '../operation.js';

/** The path and query of a request line, also where it names the whole URL; null where it is neither. */
export const splitTarget = (target: string): { path: string; query: string } | null => {
  const [, path, query] = /^(?:[a-z][a-z0-9+.-]*:\/\/[^/?#]*)?(\/[^?]*)(?:\?(.*))?$/is.exec(target) ?? [];
  return path === undefined ? null : { path, query: query ?? '' };
};

/**
 * The query as the document names it: parameter names in any casing become the document's own, booleans lower case,
 * moments get their zone; unknown parameters are left out (companion 1.1).
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
