import type { Express } from 'express';
import { readOpenApi, type OpenApiDocument } from '../../schemas/openapi-document.js';
import { createApp } from '../http/app.js';
import { operationsOf, type Operation } from '../http/operation.js';
import { matchOperation } from '../http/request/match-request.js';
import type { Route } from '../http/route.js';
import { resourceMetadataAddress } from './logins.js';
import { ownFaults } from './own-faults.js';
import { problemPage } from './pages/problems.js';
import { productRoutes, withProductNames } from './product-names.js';
import type { ServiceOptions } from './service-options.js';

type Service = 'preservation' | 'storage';

/** The document of a service, as its options have it served. */
export const serviceDocument = (service: Service, { productNames }: ServiceOptions): OpenApiDocument => {
  const document = readOpenApi(service);
  return productNames === true ? withProductNames(document) : document;
};

/** Tells of the other service where that has the path. */
const onOther = (service: Service, options: ServiceOptions): ((path: string) => string | null) => {
  const other = service === 'preservation' ? 'storage' : 'preservation';
  let operations: readonly Operation[] | undefined;
  return (path) => {
    operations ??= operationsOf(serviceDocument(other, options)); // a process may have one of the services alone
    return matchOperation(operations, 'GET', path) === null
      ? null
      : `The ${other} service has this path; its address is ${options.baseUrls[other]}.`;
  };
};

/** One service as an Express app. Throws when its routes and its document do not match. */
export const createServiceApp = (
  service: Service,
  options: ServiceOptions,
  { document, routes }: { readonly document: OpenApiDocument; readonly routes: readonly Route[] },
): Express =>
  createApp({
    document,
    routes: options.productNames === true ? productRoutes(document, routes) : routes,
    identify: options.identify,
    sources: options.sources,
    log: options.log,
    ownFaults,
    origins: options.origins,
    elsewhere: onOther(service, options),
    problemPage: (code) => problemPage(options.baseUrls[service], code),
    resourceMetadata: () => (options.logins ? resourceMetadataAddress(options.baseUrls[service]) : null),
    bodyLimits: options.bodyLimits,
    bodyTurns: options.bodyTurns,
    deadlineMs: options.deadlineMs,
    ending: options.ending,
    closing: options.closing,
    observe: options.observe,
    validateResponses: options.validateResponses === true,
  });
