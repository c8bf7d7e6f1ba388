import type { Request, RequestHandler } from 'express';
import type { OpenApiDocument } from '../../../schemas/openapi-document.js';
import { documentChecks, type CheckRequest, type DocumentChecks, type MatchedOperation } from './request-check.js';

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
