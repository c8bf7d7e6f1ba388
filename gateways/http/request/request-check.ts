import type { Request, RequestHandler, Response } from 'express';
import { AjvOptions } from 'express-openapi-validator/dist/framework/ajv/options.js';
import { defaultSerDes } from 'express-openapi-validator/dist/framework/base.serdes.js';
import type { OpenAPIV3, OpenApiRequest } from 'express-openapi-validator/dist/framework/types.js';
import { RequestValidator } from 'express-openapi-validator/dist/middlewares/openapi.request.validator.js';
import { ResponseValidator } from 'express-openapi-validator/dist/middlewares/openapi.response.validator.js';
import { SchemaPreprocessor } from 'express-openapi-validator/dist/middlewares/parsers/schema.preprocessor.js';
import type { OpenApiDocument } from '../../../schemas/openapi-document.js';
import { requestDocument } from './request-document.js';

type LibraryDocument = OpenAPIV3.DocumentV3_1;
type AnyDocument = OpenAPIV3.DocumentV3 | LibraryDocument;
type LibraryOperation = OpenAPIV3.OperationObject;

/** What the check reads of a request that `matchRequest` has rewritten. It coerces `query` and `body`. */
export type CheckedRequest = Pick<Request, 'method' | 'url' | 'originalUrl' | 'headers' | 'query' | 'body'>;

/** What `matchRequest` has found for a request. */
export interface MatchedOperation {
  readonly operationId: string;
  /** Path parameters, decoded. */
  readonly params: Readonly<Record<string, string>>;
}

/** Throws the library's error, with a status, for a request that is not as the document describes its operation. */
export type CheckRequest = (request: CheckedRequest, matched: MatchedOperation) => void;

interface DocumentChecks {
  readonly checkRequest: CheckRequest;
  /** Checks the answer of a request that `checkRequest` has passed; null where answers are not checked. */
  readonly checkAnswer: RequestHandler | null;
}

const REFUSING_ANSWERS = { removeAdditional: false, coerceTypes: false, onError: undefined } as const;

const ajvOptions = (validateResponses: boolean): AjvOptions =>
  new AjvOptions({
    validateRequests: { allowUnknownQueryParameters: true },
    validateResponses: validateResponses && REFUSING_ANSWERS,
    validateFormats: true,
    formats: {},
    ajvFormats: { mode: 'full' },
    serDes: defaultSerDes,
  } as unknown as ConstructorParameters<typeof AjvOptions>[0]);

/** The operations of a document that the library has prepared, by their ids. */
const preparedOperations = ({ paths }: LibraryDocument) =>
  new Map(
    Object.entries(paths ?? {}).flatMap(([route, item]) =>
      Object.values(item as Readonly<Record<string, LibraryOperation>>).flatMap((schema) =>
        schema.operationId === undefined ? [] : [[schema.operationId, { route, schema }] as const],
      ),
    ),
  );

/** The library puts the document into the schema of each operation that it compiles, and goes through all of it. */
const withoutPaths = (document: AnyDocument): AnyDocument => ({ ...document, paths: {} });

const NO_RESPONSE = {} as Response;
const NOTHING = (): void => undefined;

/**
 * Prepares the checks of a document. They are put together from parts of the library: as a whole it first compiles the
 * schema of OpenAPI itself, which takes longer than all else of a start, reads every route's path again with each
 * request, and goes through the whole document for each operation that it compiles.
 */
const documentChecks = (document: OpenApiDocument, validateResponses: boolean): DocumentChecks => {
  const described = structuredClone(
    validateResponses ? document : requestDocument(document),
  ) as unknown as LibraryDocument;
  const options = ajvOptions(validateResponses);
  const { apiDoc, apiDocRes } = new SchemaPreprocessor(
    described,
    options.preprocessor,
    validateResponses ? (REFUSING_ANSWERS as never) : (false as never),
  ).preProcess();
  const requests = new RequestValidator(withoutPaths(apiDoc), options.request);
  const prepared = preparedOperations(apiDoc as LibraryDocument);
  const answers = validateResponses ? preparedOperations(apiDocRes as LibraryDocument) : null;

  const checkRequest: CheckRequest = (request, { operationId, params }) => {
    const operation = prepared.get(operationId);
    if (operation === undefined) throw new Error('A request came to the validator without an operation.');
    const { route, schema } = operation;
    const pathParams = { ...params };
    const openapi = {
      expressRoute: route,
      openApiRoute: route,
      pathParams,
      schema,
      serial: -1,
      ...(answers === null ? {} : { _responseSchema: answers.get(operationId)?.schema }),
    };
    const checked = Object.assign(request, { openapi, params: pathParams });
    void requests.validate(checked as unknown as OpenApiRequest, NO_RESPONSE, NOTHING);
  };
  return {
    checkRequest,
    checkAnswer: validateResponses
      ? new ResponseValidator(withoutPaths(apiDocRes), options.response, REFUSING_ANSWERS as never).validate()
      : null,
  };
};

/** Preparing a document takes some hundredths of a second; apps of one process with the same document share it. */
const prepared = {
  requests: new WeakMap<OpenApiDocument, DocumentChecks>(),
  answersToo: new WeakMap<OpenApiDocument, DocumentChecks>(),
};

const checksOf = (document: OpenApiDocument, validateResponses: boolean): DocumentChecks => {
  const known = prepared[validateResponses ? 'answersToo' : 'requests'];
  const checks = known.get(document) ?? documentChecks(document, validateResponses);
  known.set(document, checks);
  return checks;
};

/** The check of matched requests against the document, which also coerces their parameters. */
export const requestCheck =
  (document: OpenApiDocument): CheckRequest =>
  (request, matched) =>
    checksOf(document, false).checkRequest(request, matched);

/** The same as a step of an app, prepared by the first request; optionally checks answers, for tests. */
export const requestValidator = (
  document: OpenApiDocument,
  matchedOf: (request: Request) => MatchedOperation,
  validateResponses = false,
): RequestHandler => {
  return (request, response, next) => {
    const { checkRequest, checkAnswer } = checksOf(document, validateResponses);
    checkRequest(request, matchedOf(request));
    if (checkAnswer === null) next();
    else checkAnswer(request, response, next);
  };
};
