import type {
  HttpMethod,
  OpenApiDocument,
  OperationObject,
  Parameter,
  ParameterProblem,
  RequestBody,
  Schema,
} from '../../schemas/openapi-document.js';
import { resolve } from './schema-shapes.js';
import { knownProperties } from './unknown-properties.js';

/** One part of a path template: a literal, a parameter, or a parameter that takes the rest. */
export type Segment =
  | { readonly kind: 'literal'; readonly text: string }
  | {
      readonly kind: 'parameter' | 'rest';
      readonly name: string;
      /** Not decoded before its handler has it. */
      readonly escaped?: boolean;
    };

/** The callers that may use an operation: anyone, callers with a valid token, or only callers with a name. */
export type Access = 'anyone' | 'authenticated' | 'named';

/** A query parameter of an operation. */
export interface QueryParameter {
  readonly name: string;
  readonly schema: Schema;
  /** What the answer says when it is refused; null for what the validator says. */
  readonly problem: ParameterProblem | null;
}

export interface ExpectedBody {
  readonly required: boolean;
  readonly schema: Schema;
  /**
   * The title of the answer where the body is missing or is no JSON, for a body of any media type; null for one that
   * must be JSON by its media type.
   */
  readonly unreadableTitle: string | null;
  /** What the caller of a body that is too long is told to do, in sentences. */
  readonly tooLong: string;
  /** See `knownProperties`. */
  readonly known: ReadonlySet<string> | null;
}

/** An operation of the document, prepared for matching requests. */
export interface Operation {
  readonly operationId: string;
  readonly method: HttpMethod;
  readonly access: Access;
  readonly segments: readonly Segment[];
  /** Query parameters, by the lower-case form of their names. */
  readonly query: ReadonlyMap<string, QueryParameter>;
  /** Null where the operation takes no body. */
  readonly body: ExpectedBody | null;
  /** Whether pages of every origin may use it in a browser. */
  readonly anyOrigin: boolean;
  /** Whether it is answered for every host, and obeys every page (obeyed-sources.ts). */
  readonly anyHost: boolean;
  /** Whether it may leave something changed. */
  readonly changesState: boolean;
  /** Whether an Idempotency-Key makes it safe to repeat. */
  readonly takesKey: boolean;
}

const METHODS: readonly HttpMethod[] = ['get', 'head', 'put', 'post', 'patch', 'delete'];

export const operationsOf = (document: OpenApiDocument): Operation[] =>
  Object.entries(document.paths).flatMap(([template, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      if (operation === undefined) return [];
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((each) =>
        resolve<Parameter>(document, each),
      );
      return [
        {
          operationId: operation.operationId,
          method,
          access: accessOf(operation),
          segments: segmentsOf(template, parameters),
          query: queryOf(parameters),
          body: bodyOf(document, operation),
          anyOrigin: operation['x-any-origin'] === true,
          anyHost: operation['x-any-host'] === true,
          changesState: !/^(get|head)$/.test(method) || operation['x-changes-state'] === true,
          takesKey: parameters.some(({ name }) => name === 'Idempotency-Key'),
        },
      ];
    }),
  );

const accessOf = (operation: OperationObject): Access => {
  if (operation.security?.length === 0) return 'anyone';
  return operation['x-callers-without-name'] === true ? 'authenticated' : 'named';
};

const segmentsOf = (template: string, parameters: readonly Parameter[]): Segment[] =>
  template
    .split('/')
    .slice(1)
    .map((text) => {
      const name = /^\{(.+)\}$/.exec(text)?.[1];
      if (name === undefined) return { kind: 'literal', text };
      const parameter = parameters.find((each) => each.name === name && each.in === 'path');
      return {
        kind: parameter?.['x-rest-of-path'] === true ? 'rest' : 'parameter',
        name,
        escaped: parameter?.['x-escaped'] === true,
      };
    });

const queryOf = (parameters: readonly Parameter[]): Operation['query'] =>
  new Map(
    parameters
      .filter((each) => each.in === 'query')
      .map(({ name, schema, 'x-problem': problem = null }) => [name.toLowerCase(), { name, schema, problem }] as const),
  );

const bodyOf = (document: OpenApiDocument, operation: OperationObject): Operation['body'] => {
  if (operation.requestBody === undefined) return null;
  const body = resolve<RequestBody>(document, operation.requestBody);
  const schema = body.content['application/json']?.schema;
  if (schema === undefined) throw new Error(`${operation.operationId} takes a body that is not JSON.`);
  return {
    required: body.required === true,
    schema,
    unreadableTitle: body['x-unreadable-title'] ?? null,
    tooLong: body['x-too-long'] ?? 'Send it in several requests.',
    known: knownProperties(document, operation, schema),
  };
};
