import type { OpenApiDocument, Parameter, Reference, Schema } from '../../schemas/openapi-document.js';
import { openOperations } from './open-operations.js';
import { statefulLinks } from './stateful-links.js';

type ValuesByName = Readonly<Record<string, readonly unknown[]>>;

/** Values that exist on the platform, by the names of parameters, and of properties of bodies. */
export interface KnownValues {
  readonly parameters: ValuesByName;
  readonly properties: ValuesByName;
}

type Members = Record<string, unknown>;

interface Response extends Members {
  content?: Members;
  headers?: Members;
  links?: Members;
}

/** Headers that every operation takes without saying so; `text` as any other value. */
const UNDESCRIBED: readonly Parameter[] = ['x-correlation-id', 'traceparent', 'Origin'].map((name) => ({
  name,
  in: 'header',
  schema: { type: 'string' },
}));

/** What every answer has, whatever its status. */
const EVERYWHERE = { 'x-correlation-id': { required: true, schema: { type: 'string', minLength: 1 } } };

/** Texts that services like to stumble over. None is empty: a path cannot have an empty name. */
const ODD_TEXTS = [
  ...[
    '.',
    '..',
    'a/../b',
    'a//b',
    '%2e%2e%2f',
    'a%00b',
    '#',
    '?',
    '&=',
    '-_-percent-23-_-',
    'con',
    'null',
    '{}',
    '__proto__',
  ],
  ...[
    '-1',
    '1e999',
    '9'.repeat(40),
    '0x10',
    '\t',
    'a\r\nb',
    '\u0085',
    '\u2028',
    '\u202e',
    '\ufeff',
    '\ufffe',
    '\u{10ffff}',
  ],
  ...['ä', 'a\u0308', '\u{1f600}', 'İ', 'ß', '"', "'; --", '<a/>', '*', '"*"', 'W/"x"', 'bytes=1-0', 'bytes=0-0,2-3'],
  ...[
    'x'.repeat(300),
    `${'y/'.repeat(200)}z`,
    '/',
    'http://[',
    'file:///etc/passwd',
    's3://',
    's3:///a',
    'v0',
    'v99999999999',
  ],
  ...['99999999999999', '0001-01-01', '9999-12-31T23:59:60Z', '+275760-09-13T00:00:00.001Z'],
] as const;

/** What schemathesis can send in a header. */
const isHeaderText = (text: unknown): boolean => typeof text === 'string' && /^[!-~][ -~]*$/.test(text);

/**
 * Known values and odd ones. Where requests shall be valid one of these is sent, else any other: a choice between them
 * and the schema is simplified to the schema alone, and hardly ever meets a known value.
 */
const oftenKnown = (schema: Schema, values: readonly unknown[] | undefined): Schema =>
  values === undefined || values.length === 0 ? schema : { enum: [...values, ...ODD_TEXTS] };

/** How many of the known values may be deleted: the others remain for all other requests. */
const DELETABLE = 3;

/** A parameter with known values. */
const knownParameter = (parameter: Parameter, operationId: string, known: ValuesByName): Parameter => {
  const values = operationId === 'deleteDeposit' ? known[parameter.name]?.slice(-DELETABLE) : known[parameter.name];
  const schema = oftenKnown(parameter.schema, values);
  if (parameter.in !== 'header' || !Array.isArray(schema['enum'])) return { ...parameter, schema };
  return { ...parameter, schema: { enum: schema['enum'].filter(isHeaderText) } };
};

const isReference = (value: object): value is Reference => '$ref' in value;

const resolved = <Value extends object>(document: OpenApiDocument, value: Value | Reference): Value => {
  if (!isReference(value)) return value;
  const [, , kind = '', name = ''] = value.$ref.split('/');
  return document.components[kind]?.[name] as Value;
};

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const withKnownProperties = (value: unknown, known: ValuesByName): unknown => {
  if (Array.isArray(value)) return value.map((each) => withKnownProperties(each, known));
  if (!isMembers(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      if (key !== 'properties' || !isMembers(member)) return [key, withKnownProperties(member, known)];
      const properties = Object.entries(member).map(([name, schema]) => [
        name,
        oftenKnown(withKnownProperties(schema, known) as Schema, known[name]),
      ]);
      return [key, Object.fromEntries(properties)];
    }),
  );
};

const SCHEMA_REFERENCE = /"#\/components\/schemas\/([^/"]+)"/g;

/** Server-sent events are a text for clients; schemathesis compares each event, which it reads as an object. */
const withEvents = ({ content, ...rest }: Response): Response => {
  if (content?.['text/event-stream'] === undefined) return content === undefined ? rest : { ...rest, content };
  return { ...rest, content: { ...content, 'text/event-stream': { schema: { type: 'object' } } } };
};

/** The names of all schemas that request bodies are made of. */
const bodySchemas = (document: OpenApiDocument): ReadonlySet<string> => {
  const found = new Set<string>();
  const follow = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(SCHEMA_REFERENCE)) {
      if (found.has(name)) continue;
      found.add(name);
      follow(document.components['schemas']?.[name]);
    }
  };
  for (const { operation } of openOperations(document)) if (operation.requestBody) follow(operation.requestBody);
  return found;
};

/** The schemas of request bodies with known values; those of answers as they are. */
const componentsWith = (document: OpenApiDocument, known: ValuesByName): OpenApiDocument['components'] => {
  const inBodies = bodySchemas(document);
  const schemas = Object.entries(document.components['schemas'] ?? {}).map(([name, schema]) => [
    name,
    inBodies.has(name) ? withKnownProperties(schema, known) : schema,
  ]);
  return { ...document.components, schemas: Object.fromEntries(schemas) as Members };
};

/**
 * The document of a service as it is fuzzed: with known values beside all others, with links between operations, and
 * stricter than for clients. `default` is left out, so that an answer must have a status that its operation lists, and
 * every answer must have a correlation id.
 */
export const fuzzedDocument = (document: OpenApiDocument, { parameters, properties }: KnownValues): unknown => {
  const links = statefulLinks(document);
  const paths: Record<string, Members> = {};
  for (const { label, path, item, operation } of openOperations(document)) {
    const [method = ''] = label.toLowerCase().split(' ');
    const taken = [...(item.parameters ?? []), ...(operation.parameters ?? [])]
      .map((each) => resolved(document, each))
      .map((each) => knownParameter(each, operation.operationId, parameters));
    const responses = Object.entries(operation.responses)
      .filter(([status]) => status !== 'default')
      .map(([status, response]) => {
        const own = withEvents(resolved(document, response as Response | Reference));
        const from = links[operation.operationId]?.[status] ?? [];
        const named = Object.fromEntries(from.map((link, index) => [`${link.operationId}${index}`, link]));
        return [status, { ...own, headers: { ...own.headers, ...EVERYWHERE }, links: named }] as const;
      });
    const described = {
      ...operation,
      parameters: [...taken, ...UNDESCRIBED],
      responses: Object.fromEntries<unknown>(responses),
    };
    paths[path] = { ...paths[path], [method]: described };
  }
  return { ...document, servers: undefined, paths, components: componentsWith(document, properties) };
};
