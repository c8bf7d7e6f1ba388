import type { RequestHandler } from 'express';
import { middleware } from 'express-openapi-validator';
import type { OpenApiDocument } from '../../../schemas/openapi-document.js';

/** Checks matched requests against the document and coerces their parameters; answers, too, where tests want it. */
export const requestValidator = (document: OpenApiDocument, validateResponses = false): RequestHandler[] =>
  middleware({
    apiSpec: structuredClone(document) as unknown as Parameters<typeof middleware>[0]['apiSpec'],
    validateRequests: { allowUnknownQueryParameters: true },
    validateResponses,
    validateSecurity: false,
    validateApiSpec: false, // the check lints the documents; doing it here too would take a third of every start
    fileUploader: false,
    useRequestUrl: true,
    ajvFormats: { mode: 'full' },
  });
