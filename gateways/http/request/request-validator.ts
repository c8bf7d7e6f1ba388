import type { RequestHandler } from 'express';
import { middleware } from 'express-openapi-validator';
import type { OpenApiDocument } from '../../../schemas/openapi-document.js';
import { requestDocument } from './request-document.js';

interface Validators {
  requests?: RequestHandler[];
  answersToo?: RequestHandler[];
}

/** Compiling a document takes some tenths of a second; apps of one process with the same document share what comes of it. */
const compiled = new WeakMap<OpenApiDocument, Validators>();

/** Checks matched requests against the document and coerces their parameters; optionally checks answers, for tests. */
export const requestValidator = (document: OpenApiDocument, validateResponses = false): RequestHandler[] => {
  const validators = compiled.get(document) ?? {};
  compiled.set(document, validators);
  return (validators[validateResponses ? 'answersToo' : 'requests'] ??= compile(document, validateResponses));
};

const compile = (document: OpenApiDocument, validateResponses: boolean): RequestHandler[] =>
  middleware({
    apiSpec: structuredClone(validateResponses ? document : requestDocument(document)) as unknown as Parameters<
      typeof middleware
    >[0]['apiSpec'],
    validateRequests: { allowUnknownQueryParameters: true },
    validateResponses,
    validateSecurity: false,
    validateApiSpec: false, // `npm run check` lints the documents; here it would take a third of every start
    fileUploader: false,
    useRequestUrl: true,
    ajvFormats: { mode: 'full' },
  });
