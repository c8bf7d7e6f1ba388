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
  /** Values of `searchType`, which the answer repeats as they were sent. */
  searchTypes: new Map([['Repo', 'Fedora']]),
} as const;

/** The operations whose answers have such members. */
const SEARCHES: ReadonlySet<string> = new Set(['search', 'searchRepository']);

const aliasOf = (operationId: string): string => `${operationId}ByProductName`;

const productValue = (value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  const found = [...PRODUCT_NAMES.prefixes].find(([prefix]) => value.startsWith(prefix));
  return found === undefined ? value : found[1] + value.slice(found[0].length);
};

/** Plain JSON with each member of the table twice. */
const withMembers = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withMembers);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
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

const sentType = (value: unknown, sent: unknown): unknown => {
  if (!isRecord(value)) return value;
  const name = PRODUCT_NAMES.searchTypes.get(String(value['searchType']));
  return name !== undefined && name === sent ? { ...value, searchType: name } : value;
};

const named = (answer: Answer, sent: unknown): Answer =>
  answer.status === 200 && answer.content?.kind === 'json'
    ? { ...answer, content: { ...answer.content, value: sentType(withMembers(answer.content.value), sent) } }
    : answer;

const typeIn = (query: unknown): unknown => (isRecord(query) ? query['type'] : undefined);

const renamed = ({ operationId, handle }: Route): Route =>
  SEARCHES.has(operationId)
    ? { operationId, handle: async (call) => named(await handle(call), typeIn(call.query)) }
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

/** The schema with each member of the table described twice. */
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
  return { ...inner, properties: { ...properties, ...(Object.fromEntries(aliases) as object) } };
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
