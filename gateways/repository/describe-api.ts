import type { OpenApiDocument } from '../../schemas/openapi-document.js';
import { json, route, type Route } from '../http/route.js';
import type { RepositoryDependencies } from '../service/repository-dependencies.js';

/** The service's own OpenAPI document, with its public address. */
export const describeApi = (
  { baseUrls, self }: Pick<RepositoryDependencies, 'baseUrls' | 'self'>,
  document: OpenApiDocument,
): Route =>
  route('describeApi', () =>
    Promise.resolve(json(200, { ...document, servers: [{ ...document.servers?.[0], url: baseUrls[self] }] })),
  );
