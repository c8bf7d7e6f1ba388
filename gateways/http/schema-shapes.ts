import type { OpenApiDocument, Reference, Schema } from '../../schemas/openapi-document.js';

/** The value itself, or the target of its `#/components/...` reference. Throws where there is none. */
export const resolve = <T extends object>(document: OpenApiDocument, value: T | Reference): T => {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value as T;
  const [kind = '', name = ''] = value.$ref.replace('#/components/', '').split('/');
  const found = document.components[kind]?.[name];
  if (found === undefined) throw new Error(`The document has no ${value.$ref}.`);
  return found as T;
};

/** The schema and all its alternatives, with references resolved. */
export const shapesOf = (document: OpenApiDocument, schema: Schema): Schema[] => {
  const shape = resolve<Schema>(document, schema);
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => (shape[keyword] ?? []) as readonly Schema[]);
  return [shape, ...parts.flatMap((part) => shapesOf(document, part))];
};
