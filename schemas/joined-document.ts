import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { OpenApiDocument, PathItem, ServiceName } from './openapi-document.js';
import { joinExamples, readExamples } from './openapi-examples.js';
import { openApiFile, openApiFolder } from './openapi-files.js';

const SHARED = './components.yaml#/components/';

const load = (name: string): unknown => parse(readFileSync(openApiFile(name), 'utf8'));

/** The document of one service, joined from the YAML files and the recorded examples. */
export const joinedDocument = (name: ServiceName): OpenApiDocument => {
  const shared = load('components') as Pick<OpenApiDocument, 'components'>;
  const document = withSharedPaths(load(name) as OpenApiDocument, shared);
  const components: Record<string, Record<string, unknown>> = {};
  for (const [kind, entries] of Object.entries(document.components)) components[kind] = { ...entries };
  addReferenced(document, shared.components, components);
  const paths = pathsWithExamples(document.paths, name);
  const text = JSON.stringify({ ...document, paths, components }).replaceAll(SHARED, '#/components/');
  return JSON.parse(text) as OpenApiDocument;
};

/** The document with the paths in place that it has from the shared file, which both services answer alike. */
const withSharedPaths = (document: OpenApiDocument, { components }: Pick<OpenApiDocument, 'components'>) => {
  const paths = Object.entries(document.paths).map(([path, item]) => {
    if (!('$ref' in item)) return [path, item] as const;
    const shared = components['pathItems']?.[String(item.$ref).slice(`${SHARED}pathItems/`.length)];
    if (shared === undefined) throw new Error(`components.yaml has no path ${String(item.$ref)}.`);
    const text = JSON.stringify(shared).replaceAll('"#/components/', `"${SHARED}`);
    return [path, JSON.parse(text) as PathItem] as const;
  });
  return { ...document, paths: Object.fromEntries(paths) };
};

const pathsWithExamples = (paths: OpenApiDocument['paths'], name: ServiceName): object => {
  const examples = readExamples(openApiFolder(), name);
  const joined = Object.entries(paths).map(([path, item]) => {
    const parts = Object.entries(item).map(([part, each]) => [part, joinExamples(each as object, examples)] as const);
    return [path, Object.fromEntries(parts)] as const;
  });
  return Object.fromEntries(joined);
};

/** Follows references from `from` into the shared file, transitively. */
const addReferenced = (
  from: unknown,
  shared: OpenApiDocument['components'],
  into: Record<string, Record<string, unknown>>,
): void => {
  for (const [, kind, name] of JSON.stringify(from).matchAll(/components\.yaml#\/components\/([^/"]+)\/([^/"]+)"/g)) {
    if (kind !== undefined && name !== undefined) addComponent(kind, name, shared, into);
  }
};

const addComponent = (
  kind: string,
  name: string,
  shared: OpenApiDocument['components'],
  into: Record<string, Record<string, unknown>>,
): void => {
  const home = (into[kind] ??= {});
  if (Object.hasOwn(home, name)) return;
  const found = shared[kind]?.[name];
  if (found === undefined) throw new Error(`components.yaml has no ${kind}/${name}.`);
  home[name] = found;
  for (const [, innerKind, innerName] of JSON.stringify(found).matchAll(/"#\/components\/([^/"]+)\/([^/"]+)"/g)) {
    if (innerKind !== undefined && innerName !== undefined) addComponent(innerKind, innerName, shared, into);
  }
};
