import type { Request } from 'express';
import { PathFault, parsePath } from '../../../formats/paths/repository-path.js';
import type { Exchange } from '../exchange.js';
import type { Operation, Segment } from '../operation.js';
import { badRequest, notFound, problem } from '../answer/problem.js';
import { canonicalQuery, splitTarget } from './request-target.js';
import { listed } from '../words.js';
import type { Answer } from '../route.js';
import type { HttpMethod } from '../../../schemas/openapi-document.js';

/** Characters of a path that a message shows. */
const LONGEST_SHOWN = 1_000;

export interface MatchOptions {
  readonly operations: readonly Operation[];
  /** What to do about a path that no operation has; null where that is not known. */
  readonly elsewhere: (path: string) => string | null;
}

/**
 * Finds a request's operation and parses the raw URL. Rewrites the request with every parameter as one escaped segment,
 * so that the validator and Express read the same. Answers a refusal where there is no such operation, or the path of a
 * read is too long; throws PathFault for a path that cannot be decoded, or the path of a write that is too long, and
 * RequestFault for a query parameter that is no list and is given more than once.
 */
export const matchRequest = (
  { operations, elsewhere }: MatchOptions,
  request: Request,
  exchange: Exchange,
): Answer | null => {
  const target = splitTarget(request.url);
  if (target === null) return badRequest('The request names no path.');
  const found = matchOperation(operations, request.method, target.path);
  if (found === null) return nothingAt(target.path, elsewhere(target.path));
  if ('allowed' in found) {
    const detail = `${request.method} is not allowed here; ${inWords(found.allowed)}.`;
    return problem(405, { detail }, { Allow: found.allowed.join(', ') });
  }
  const { operation, parameters } = found;
  exchange.operation = operation;
  const params = decodedOrMissing(operation, request.method, parameters);
  if (params === null) return notFound('There is nothing at a path of this length.');
  exchange.params = params;
  exchange.path = fillPath(operation, parameters);
  const query = escapedQuery(canonicalQuery(operation, target.query));
  request.method = operation.method.toUpperCase();
  request.url = fillPath(operation, escapeParameters(exchange.params)) + (query === '' ? '' : `?${query}`);
  request.originalUrl = request.url;
  return null;
};

const nothingAt = (path: string, advice: string | null): Answer =>
  problem(404, {
    detail: `There is nothing at ${path.slice(0, LONGEST_SHOWN)}`,
    ...(advice === null ? {} : { advice }),
  });

/** The validator refuses `+` and `*` in a value, which forms leave as they are. */
const escapedQuery = (query: URLSearchParams): string => query.toString().replaceAll('+', '%20').replaceAll('*', '%2A');

/** `GET, HEAD and PUT are`. */
const inWords = (methods: readonly string[]): string =>
  `${listed(methods, 'and')} ${methods.length < 2 ? 'is' : 'are'}`;

/** The parameters; null for a read of a path that is too long for any resource. */
const decodedOrMissing = (
  operation: Operation,
  method: string,
  parameters: RawParameters,
): Record<string, string> | null => {
  try {
    return decodeParameters(operation, parameters);
  } catch (error) {
    const isReading = method === 'GET' || method === 'HEAD';
    if (isReading && error instanceof PathFault && error.code === 'path-too-long') return null;
    throw error;
  }
};

/** Decodes path parameters, each once. Throws PathFault, also for an empty one. */
const decodeParameters = ({ segments }: Operation, raw: RawParameters): Record<string, string> => {
  const escaped = new Set(
    segments.flatMap((each) => (each.kind !== 'literal' && each.escaped === true ? each.name : [])),
  );
  return Object.fromEntries(
    Object.entries(raw).map(([name, value]) => [name, escaped.has(name) ? value : decode(value)]),
  );
};

const decode = (escaped: string): string => {
  // The codec ignores one slash at either end; these two are added so that no other one is ignored.
  const path = parsePath(`/${escaped}/`);
  if (path === '') throw new PathFault('A path segment is empty.');
  return path;
};

/** The operation's path with these parameters in it. */
const fillPath = (operation: Operation, parameters: RawParameters): string =>
  operation.segments
    .map((segment) => `/${segment.kind === 'literal' ? segment.text : (parameters[segment.name] ?? '')}`)
    .join('');

/** Parameters, each escaped to a single segment for the validator and Express. */
const escapeParameters = (params: Readonly<Record<string, string>>): RawParameters =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, encodeURIComponent(value)]));

/** Parameters as in the URL, escaped except for the slashes of a path. */
type RawParameters = Readonly<Record<string, string>>;

export type Match =
  | { readonly operation: Operation; readonly parameters: RawParameters }
  /** The path exists, but not with this method. */
  | { readonly allowed: readonly string[] }
  | null;

/**
 * Finds the operation for a method and an escaped path. Literals match in any casing (companion 1.1); one slash at the
 * end is ignored. HEAD falls back to GET.
 */
export const matchOperation = (operations: readonly Operation[], method: string, path: string): Match => {
  const segments = path.replace(/\/$/, '').split('/').slice(1);
  const there = operations.flatMap((operation) => {
    const parameters = parametersOf(operation.segments, segments);
    return parameters === null ? [] : [{ operation, parameters }];
  });
  const literal = Math.max(...there.map(({ operation }) => literals(operation)));
  const best = there.filter(({ operation }) => literals(operation) === literal);
  if (best.length === 0) return null;
  const wanted = method.toLowerCase() as HttpMethod;
  const found =
    best.find(({ operation }) => operation.method === wanted) ??
    best.find(({ operation }) => wanted === 'head' && operation.method === 'get');
  return found ?? { allowed: allowedOf(best.map(({ operation }) => operation.method)) };
};

const literals = (operation: Operation): number =>
  operation.segments.filter((segment) => segment.kind === 'literal').length;

const allowedOf = (methods: readonly HttpMethod[]): string[] => {
  const all = methods.includes('get') ? ['get', 'head', ...methods] : methods;
  return [...new Set(all)].map((method) => method.toUpperCase());
};

/** Generated clients escape the slashes of a path parameter; these are separators, too. */
const separated = (path: string): string => path.replaceAll(/%2f/gi, '/');

const parametersOf = (template: readonly Segment[], segments: readonly string[]): RawParameters | null => {
  const parameters: Record<string, string> = {};
  for (const [index, part] of template.entries()) {
    const segment = segments[index];
    if (segment === undefined) return null;
    if (part.kind === 'rest') return { ...parameters, [part.name]: separated(segments.slice(index).join('/')) };
    if (part.kind === 'literal') {
      if (segment.toLowerCase() !== part.text.toLowerCase()) return null;
    } else {
      if (segment === '') return null;
      parameters[part.name] = segment;
    }
  }
  return segments.length === template.length ? parameters : null;
};
