import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { joinExamples, readExamples } from './openapi-examples.js';

/** A JSON Schema (2020-12) as OpenAPI 3.1 holds it. */
export type Schema = Readonly<Record<string, unknown>>;

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly schema: Schema;
  /** The parameter takes the whole rest of the path, slashes included. */
  readonly 'x-rest-of-path'?: boolean;
  /** The parameter is given as it was sent, escaped: its handler decodes and refuses it. */
  readonly 'x-escaped'?: boolean;
  /** What the answer says when the validator refuses the parameter, where clients compare it. */
  readonly 'x-problem'?: ParameterProblem;
}

/** The title and the detail of a problem document. */
export interface ParameterProblem {
  readonly title: string;
  readonly detail: string;
}

export interface RequestBody {
  readonly required?: boolean;
  /** Read as JSON whatever its media type is; the title of the answer where it is none. */
  readonly 'x-unreadable-title'?: string;
  readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
}

export interface Reference {
  readonly $ref: string;
}

export interface OperationObject {
  readonly operationId: string;
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: RequestBody | Reference;
  readonly responses: Readonly<Record<string, unknown>>;
  /** Empty where no authentication is needed. */
  readonly security?: readonly object[];
  /** Callers with a valid token are accepted even without a name. */
  readonly 'x-callers-without-name'?: boolean;
  /** Whether lists in the body may be very long. */
  readonly 'x-long-lists'?: boolean;
  /** Pages of every origin may use the operation in a browser. */
  readonly 'x-any-origin'?: boolean;
}

export type HttpMethod = 'get' | 'head' | 'put' | 'post' | 'patch' | 'delete';

export type PathItem = Readonly<Partial<Record<HttpMethod, OperationObject>>> & {
  readonly parameters?: readonly (Parameter | Reference)[];
};

/** A self-contained OpenAPI 3.1 document: all references are to its own components. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: Readonly<{ title: string; version: string }>;
  readonly servers?: readonly Readonly<{ url: string }>[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** A service that has a document. */
export type ServiceName = 'preservation' | 'storage';

const SHARED = './components.yaml#/components/';

const folderWithSchemas = (folder: string): string => {
  if (existsSync(join(folder, 'schemas', 'openapi', 'components.yaml'))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error('The folder schemas/openapi was not found beside or above the program.');
  return folderWithSchemas(parent);
};

/** The path of a document, found from the location of the compiled program. */
export const openApiFile = (name: string): string =>
  join(folderWithSchemas(dirname(fileURLToPath(import.meta.url))), 'schemas', 'openapi', `${name}.yaml`);

/** The folder of the documents. */
export const openApiFolder = (): string => dirname(openApiFile('components'));

const load = (name: string): unknown => parse(readFileSync(openApiFile(name), 'utf8'));

const documents = new Map<ServiceName, OpenApiDocument>();

/**
 * The document of one service, with the shared components that it references and the recorded examples: read once, and
 * the same object for every caller.
 */
export const readOpenApi = (name: ServiceName): OpenApiDocument => {
  const known = documents.get(name) ?? joinedDocument(name);
  documents.set(name, known);
  return known;
};

const joinedDocument = (name: ServiceName): OpenApiDocument => {
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
