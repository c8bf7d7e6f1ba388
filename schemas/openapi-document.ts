import { readFileSync } from 'node:fs';

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
  /** What the caller of a body that is too long is told to do, in sentences. */
  readonly 'x-too-long'?: string;
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
  /** Pages of every origin may use the operation in a browser. */
  readonly 'x-any-origin'?: boolean;
  /** The operation is answered for every host also while authentication is off: it shows nothing, or wants a token. */
  readonly 'x-any-host'?: boolean;
  /** The operation is read by GET, and may leave something changed. */
  readonly 'x-changes-state'?: boolean;
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
  /** Alternatives of what every operation needs that has no own ones. */
  readonly security?: readonly object[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** A service that has a document. */
export type ServiceName = 'preservation' | 'storage';

const documents = new Map<ServiceName, OpenApiDocument>();

/**
 * The document of one service, with the shared components that it references and the recorded examples: read once, and
 * the same object for every caller. `infra/compile.mjs` has joined it from YAML, which would take long at every start.
 */
export const readOpenApi = (name: ServiceName): OpenApiDocument => {
  const known = documents.get(name) ?? compiledDocument(name);
  documents.set(name, known);
  return known;
};

const compiledDocument = (name: ServiceName): OpenApiDocument =>
  JSON.parse(readFileSync(new URL(`./openapi/${name}.json`, import.meta.url), 'utf8')) as OpenApiDocument;
