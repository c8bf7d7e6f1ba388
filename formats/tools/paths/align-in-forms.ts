import type { KnownPaths } from './known-paths.js';
import { alignPaths } from './path-alignment.js';

/** What a path in an output may stand for. */
export type PathForm = (path: string) => string;

/** The path itself. */
export const asItIs: PathForm = (path) => path;

/**
 * As `alignPaths`, where a path may stand for another: the first of its forms that is a known file counts, or else the last
 * one.
 */
export const alignInForms = (
  toolPaths: Iterable<string>,
  known: KnownPaths,
  forms: readonly PathForm[],
): Map<string, string> => {
  const paths = [...new Set(toolPaths)];
  const differing = forms.filter((form) => form === asItIs || paths.some((path) => form(path) !== path));
  const aligned = differing.map((form) => [form, alignPaths(paths.map(form), known)] as const);
  return new Map(
    paths.map((path) => {
      const locals = aligned.map(([form, local]) => local.get(form(path)) ?? path);
      return [path, locals.find((local) => known.has(local)) ?? locals.at(-1) ?? path];
    }),
  );
};
