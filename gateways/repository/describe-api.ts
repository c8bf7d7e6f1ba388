import type { OpenApiDocument } from '../../schemas/openapi-document.js';
import { json, route, type Route } from '../http/route.js';

/** The service's own OpenAPI document. */
export const describeApi = (document: OpenApiDocument): Route =>
  route('describeApi', () => Promise.resolve(json(200, document)));
