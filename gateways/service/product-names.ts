import { isRecord } from '../../formats/json/json-record.js';
import type { OpenApiDocument, PathItem, Schema } from '../../schemas/openapi-document.js';
import type { Answer, Route } from '../http/route.js';

/**
 * Names that the original system has after its repository product, where the specification has neutral words (companion
 * 0.2). They are served beside the neutral ones where `MUNIMENT_PRODUCT_NAMES` is set, for clients of that system.
 */
export const PRODUCT_NAMES = {
  /** Paths of operations. */
  paths: new Map([
    ['/repo', '/fedora'],
    ['/RepoSearch', '/FedoraSearch'],
  ]),
  /** Members of answers. */
  members: new Map([
    ['repoSearch', 'fedoraSearch'],
    ['repoId', 'fedoraId'],
  ]),
  /** What the value of such a member begins with. */
  prefixes: new Map([['info:repo/', 'info:fedora/']]),
} as const;

/** Null in answers: typed clients of the original system read it as a number only (companion 14.1). */
const NULL_MEMBER = 'searchType';

/** The operations whose answers have such members. */
const SEARCHES: ReadonlySet<string> = new Set(['search', 'searchRepository']);

const aliasOf = (operationId: string): string => `${operationId}ByProductName`;

const productValue = (value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  const found = [...PRODUCT_NAMES.prefixes].find(([prefix]) => value.startsWith(prefix));
  return found === undefined ? value : found[1] + value.slice(found[0].length);
};

/** Plain JSON with each member of the table twice, and null for `searchType`. */
const withMembers = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withMembers);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      if (name === NULL_MEMBER) return [[name, null]];
      const alias = PRODUCT_NAMES.members.get(name);
      const inner = withMembers(member);
      return alias === undefined
        ? [[name, inner]]
        : [
            [name, inner],
            [alias, productValue(inner)],
          ];
    }),
  );
};

const named = (answer: Answer): Answer =>
  answer.status === 200 && answer.content?.kind === 'json'
    ? { ...answer, content: { ...answer.content, value: withMembers(answer.content.value) } }
    : answer;

const renamed = ({ operationId, handle }: Route): Route =>
  SEARCHES.has(operationId)
    ? { operationId, handle: async (call) => named(await handle(call)) }
    : { operationId, handle };

const operationIdOf = (operation: object): string =>
  'operationId' in operation && typeof operation.operationId === 'string' ? operation.operationId : '';

/** A path item under its other name; its operations have ids of their own. */
const aliasItem = (item: PathItem): PathItem =>
  Object.fromEntries(
    Object.entries(item).map(([method, operation]) => [
      method,
      'operationId' in operation
        ? { ...operation, operationId: aliasOf(operation.operationId), deprecated: true }
        : operation,
    ]),
  );

const NULL_SCHEMA: Schema = {
  type: 'null',
  description: 'Always null, which clients of the original system can read.',
};

/** The schema with each member of the table described twice, and `searchType` as null. */
const withSchemas = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(withSchemas);
  if (!isRecord(schema)) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, withSchemas(value)]));
  const properties = inner['properties'];
  if (!isRecord(properties)) return inner;
  const aliases = [...PRODUCT_NAMES.members].flatMap(([name, alias]) => {
    const described = properties[name];
    return isRecord(described) ? [[alias, { ...described, description: `Like \`${name}\`.` } satisfies Schema]] : [];
  });
  const nulls = NULL_MEMBER in properties ? { [NULL_MEMBER]: NULL_SCHEMA } : {};
  return { ...inner, properties: { ...properties, ...(Object.fromEntries(aliases) as object), ...nulls } };
};

/** The document of a service with the names of the original system beside its own. */
export const withProductNames = (document: OpenApiDocument): OpenApiDocument => {
  const aliases = [...PRODUCT_NAMES.paths].flatMap(([path, alias]) => {
    const item = document.paths[path];
    return item === undefined ? [] : [[alias, aliasItem(item)] as const];
  });
  return {
    ...document,
    paths: { ...document.paths, ...Object.fromEntries(aliases) },
    components: withSchemas(document.components) as OpenApiDocument['components'],
  };
};

/** The routes of such a document, made from those of the service. */
export const productRoutes = (document: OpenApiDocument, routes: readonly Route[]): readonly Route[] => {
  const ids = new Set(Object.values(document.paths).flatMap((item) => Object.values(item).map(operationIdOf)));
  const all = routes.map(renamed);
  return [
    ...all,
    ...all
      .map(({ operationId, handle }) => ({ operationId: aliasOf(operationId), handle }))
      .filter(({ operationId }) => ids.has(operationId)),
  ];
};
