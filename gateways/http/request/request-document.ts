import type { OpenApiDocument, OperationObject, PathItem } from '../../../schemas/openapi-document.js';

const METHODS: ReadonlySet<string> = new Set(['get', 'head', 'put', 'post', 'patch', 'delete']);

/** Every operation has an answer, and no more is said of it. */
const ANSWERS = { default: { description: 'An answer.' } };

const withoutAnswers = (item: PathItem): PathItem =>
  Object.fromEntries(
    Object.entries(item).map(([part, value]) => [
      part,
      METHODS.has(part) ? { ...(value as OperationObject), responses: ANSWERS } : value,
    ]),
  );

type Components = Record<string, Record<string, unknown>>;

/** Copies the components that something refers to, and those that they refer to. */
const addReferenced = (from: unknown, all: OpenApiDocument['components'], into: Components): void => {
  for (const [, kind = '', name = ''] of JSON.stringify(from).matchAll(/"#\/components\/([^/"]+)\/([^/"]+)"/g)) {
    const component = all[kind]?.[name];
    const some = (into[kind] ??= {});
    if (component === undefined || Object.hasOwn(some, name)) continue;
    some[name] = component;
    addReferenced(component, all, into);
  }
};

/**
 * What a document says of requests: without answers and what only they refer to, which is most of it, and which a
 * validator of requests would otherwise compile at every start. Shares its parts with the document.
 */
export const requestDocument = (document: OpenApiDocument): OpenApiDocument => {
  const paths = Object.fromEntries(
    Object.entries(document.paths).map(([path, item]) => [path, withoutAnswers(item)] as const),
  );
  const components: Components = {};
  addReferenced(paths, document.components, components);
  return { ...document, paths, components };
};
