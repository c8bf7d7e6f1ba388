import type { RenderedResource } from '../rendering/resource.js';
import { json, type Answer } from '../http/route.js';

export const typeHeader = (type: string): Readonly<Record<string, string>> => ({
  'X-Preservation-Resource-Type': type,
});

/** The answer that shows a resource, with its type in a header too. */
export const resourceAnswer = (resource: RenderedResource, type = resource.type): Answer =>
  json(200, resource, typeHeader(type));
