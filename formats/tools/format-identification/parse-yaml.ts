import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';

const require = createRequire(import.meta.url);

/** Loaded where it is used first: its 72 modules are no part of what a start needs. */
const yaml = (): typeof Yaml => require('yaml') as typeof Yaml;

/** The longest document that is parsed, in UTF-16 units: a file and its matches take a few hundred. */
const LONGEST = 4096;
const MOST_BRACKETS = 32;
/** A line that is not indented deeply and does not open many levels. */
const SHALLOW = /^ {0,32}(?! )(?!(?:[-?:][ \t]+){5})/;

/**
 * Parses one YAML document; undefined where it is invalid, too long or too deep. All scalars are strings, so that a
 * digest of digits alone stays one, and aliases are refused. Depth is checked first, since the parser recurses and a
 * stack overflow can end the process.
 */
export const parseYaml = (text: string): unknown => {
  if (!isSafeToParse(text)) return undefined;
  try {
    const strict = { schema: 'failsafe', maxAliasCount: 0, prettyErrors: false } as const;
    return yaml().parse(text, { ...strict, uniqueKeys: false, logLevel: 'error' });
  } catch {
    return undefined;
  }
};

const isSafeToParse = (text: string): boolean =>
  text.length <= LONGEST &&
  (text.match(/[[{]/g)?.length ?? 0) <= MOST_BRACKETS &&
  text.split('\n').every((line) => SHALLOW.test(line));
