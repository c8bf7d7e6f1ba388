import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { OpenApiDocument, ServiceName } from './openapi-document.js';
import { joinExamples, readExamples } from './openapi-examples.js';
import { openApiFile, openApiFolder } from './openapi-files.js';

const SHARED = './components.yaml#/components/';

const load = (name: string): unknown => parse(readFileSync(openApiFile(name), 'utf8'));

/** The document of one service, joined from the YAML files and the recorded examples. */
export const joinedDocument = (name: ServiceName): OpenApiDocument => {
  const document = load(name) as OpenApiDocument;
  const shared = load('components') as Pick<OpenApiDocument, 'components'>;
  const components: Record<string, Record<string, unknown>> = {};
  for (const [kind, entries] of Object.entries(document.components)) components[kind] = { ...entries };
  addReferenced(document, shared.components, components);
  const paths = pathsWithExamples(document.paths, name);
  const text = JSON.stringify({ ...document, paths, components }).replaceAll(SHARED, '#/components/');
  return JSON.parse(text) as OpenApiDocument;
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
