import type { Express } from 'express';
import { openDigestReader } from '../commands/workspace/digest-reader.js';
import { readOpenApi } from '../schemas/openapi-document.js';
import { createApp } from './app.js';
import type { DepositServices } from './deposit-services.js';
import { activateDeposit } from './preservation/activate-deposit.js';
import { addToMets } from './preservation/add-to-mets.js';
import { createDeposit } from './preservation/create-deposit.js';
import { createImportJob } from './preservation/create-import-job.js';
import { deactivateDeposit } from './preservation/deactivate-deposit.js';
import { deleteDeposit } from './preservation/delete-deposit.js';
import { deleteFromMets } from './preservation/delete-from-mets.js';
import { getDepositCombined } from './preservation/get-deposit-combined.js';
import { getDepositFilesystem } from './preservation/get-deposit-filesystem.js';
import { getDepositMets } from './preservation/get-deposit-mets.js';
import { getDeposit } from './preservation/get-deposit.js';
import { getImportJobDiff } from './preservation/get-import-job-diff.js';
import { getImportJobResult } from './preservation/get-import-job-result.js';
import { getParsedMets } from './preservation/get-parsed-mets.js';
import { groupMets, groupParsedMets } from './preservation/group-mets.js';
import { listImportJobResults } from './preservation/list-import-job-results.js';
import { lockDeposit } from './preservation/lock-deposit.js';
import { normaliseMets } from './preservation/normalise-mets.js';
import { patchDeposit } from './preservation/patch-deposit.js';
import { unlockDeposit } from './preservation/unlock-deposit.js';
import { parsedMetsAnswers, type AnswerParsedMets } from './parsed-mets-answer.js';
import { repositoryRoutes } from './repository-routes.js';
import { getResource } from './repository/get-resource.js';
import type { Route } from './route.js';
import { repositoryServices, type ServiceOptions } from './service-options.js';

/** The preservation service. Throws when its routes and its OpenAPI document do not match. */
export const createPreservationApp = (options: ServiceOptions): Express => {
  const document = readOpenApi('preservation');
  const on = repositoryServices(options, 'preservation');
  const parsed = parsedMetsAnswers();
  const views = new Map([
    ['mets', groupMets(options.services, options.groups)],
    ['parsed-mets', groupParsedMets(options.services, options.groups, parsed)],
  ]);
  const deposits = depositRoutes(
    {
      ...on,
      depositBucket: options.services.places.workspaceBucket,
      log: options.log,
      digestReader: openDigestReader(options.services.bytes, { ending: options.ending }),
    },
    parsed,
  );
  return createApp({
    document,
    routes: [...repositoryRoutes(on, document), getResource(on, views), ...deposits],
    identify: options.identify,
    log: options.log,
    bodyLimits: options.bodyLimits,
    bodyTurns: options.bodyTurns,
    deadlineMs: options.deadlineMs,
    ending: options.ending,
    observe: options.observe,
    validateResponses: options.validateResponses === true,
  });
};

const depositRoutes = (on: DepositServices, parsed: AnswerParsedMets): Route[] => [
  createDeposit(on),
  getDeposit(on),
  patchDeposit(on),
  deleteDeposit(on),
  lockDeposit(on),
  unlockDeposit(on),
  activateDeposit(on),
  deactivateDeposit(on),
  getDepositFilesystem(on),
  getDepositCombined(on),
  getDepositMets(on),
  getParsedMets(on, parsed),
  addToMets(on),
  deleteFromMets(on),
  normaliseMets(on),
  getImportJobDiff(on),
  createImportJob(on),
  listImportJobResults(on),
  getImportJobResult(on),
];
