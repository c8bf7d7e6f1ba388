import { isRecord } from '../../formats/json/json-record.js';
import type { OpenApiDocument, OperationObject, Schema } from '../../schemas/openapi-document.js';
import type { Answer } from './route.js';
import { shapesOf } from './schema-shapes.js';

/** How many unknown properties an answer names, and how many characters of each. */
const MOST_NAMED = 10;
const LONGEST_NAME = 100;

const propertiesOf = (document: OpenApiDocument, schema: Schema): string[] =>
  shapesOf(document, schema).flatMap((shape) => Object.keys(shape['properties'] ?? {}));

interface Media {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

const schemasOfAnswers = ({ responses }: OperationObject): Schema[] =>
  Object.entries(responses).flatMap(([status, response]) => {
    const schema = (response as Media).content?.['application/json']?.schema;
    return status.startsWith('2') && schema !== undefined ? [schema] : [];
  });

/**
 * The names, in lower case, of properties that a body may have: those of its own schema and of the answer, since clients
 * send whole resources back. Null where the answer has no `warnings` to name others in.
 */
export const knownProperties = (
  document: OpenApiDocument,
  operation: OperationObject,
  body: Schema,
): ReadonlySet<string> | null => {
  const own = propertiesOf(document, body);
  const answered = schemasOfAnswers(operation).flatMap((schema) => propertiesOf(document, schema));
  if (own.length === 0 || !answered.includes('warnings')) return null;
  return new Set([...own, ...answered].map((name) => name.toLowerCase()));
};

const unknownIn = (body: unknown, known: ReadonlySet<string>): string[] =>
  isRecord(body) ? Object.keys(body).filter((name) => !known.has(name.toLowerCase())) : [];

const warningsOf = (unknown: readonly string[]): string[] => {
  const named = unknown
    .slice(0, MOST_NAMED)
    .map((name) => `The property '${name.slice(0, LONGEST_NAME)}' is unknown and was ignored.`);
  const more = unknown.length - named.length;
  return more > 0 ? [...named, `${more} more unknown properties were ignored.`] : named;
};

/** The answer; its `warnings` name the properties of the body that were ignored. */
export const withUnknownNamed = (answer: Answer, body: unknown, known: ReadonlySet<string> | null): Answer => {
  const { content } = answer;
  if (known === null || answer.status >= 300 || content?.kind !== 'json') return answer;
  const unknown = unknownIn(body, known);
  if (unknown.length === 0) return answer;
  const value = content.value as { readonly warnings?: readonly string[] };
  const warnings = [...(value.warnings ?? []), ...warningsOf(unknown)];
  return { ...answer, content: { ...content, value: { ...value, warnings } } };
};
