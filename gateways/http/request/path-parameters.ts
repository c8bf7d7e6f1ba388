import { parsePath, PathFault } from '../../../formats/paths/repository-path.js';
import type { RawParameters } from './match-operation.js';
import type { Operation } from '../operation.js';

/** Decodes path parameters, each once. Throws PathFault, also for an empty one. */
export const decodeParameters = (raw: RawParameters): Record<string, string> =>
  Object.fromEntries(Object.entries(raw).map(([name, escaped]) => [name, decode(escaped)]));

const decode = (escaped: string): string => {
  // The codec ignores one slash at either end; these two are added so that no other one is ignored.
  const path = parsePath(`/${escaped}/`);
  if (path === '') throw new PathFault('A path segment is empty.');
  return path;
};

/** The operation's path with these parameters in it. */
export const fillPath = (operation: Operation, parameters: RawParameters): string =>
  operation.segments
    .map((segment) => `/${segment.kind === 'literal' ? segment.text : (parameters[segment.name] ?? '')}`)
    .join('');

/** Parameters, each escaped to a single segment for the validator and Express. */
export const escapeParameters = (params: Readonly<Record<string, string>>): RawParameters =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, encodeURIComponent(value)]));
