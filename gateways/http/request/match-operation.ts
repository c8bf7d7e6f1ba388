import type { HttpMethod } from '../../../schemas/openapi-document.js';
import type { Operation, Segment } from '../operation.js';

/** Parameters as in the URL, escaped except for the slashes of a path. */
export type RawParameters = Readonly<Record<string, string>>;

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
