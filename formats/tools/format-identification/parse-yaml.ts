import { parse } from 'yaml';

/** The longest document that is parsed, in UTF-16 units: a file and its matches take a few hundred. */
const LONGEST = 4096;
const MOST_BRACKETS = 32;
/** Neither indented far nor opening many levels in one line. */
const SHALLOW = /^ {0,32}(?! )(?!(?:[-?:][ \t]+){5})/;

/**
 * One document of YAML; undefined where it is none, or too long or too deep. All scalars are texts, so that a digest of
 * digits alone stays one, and nothing may stand for something else. The parser recurses, and a stack that is used up can
 * end the process, so that depth is looked at before.
 */
export const parseYaml = (text: string): unknown => {
  if (!isTame(text)) return undefined;
  try {
    const strict = { schema: 'failsafe', maxAliasCount: 0, prettyErrors: false } as const;
    return parse(text, { ...strict, uniqueKeys: false, logLevel: 'error' });
  } catch {
    return undefined;
  }
};

const isTame = (text: string): boolean =>
  text.length <= LONGEST &&
  (text.match(/[[{]/g)?.length ?? 0) <= MOST_BRACKETS &&
  text.split('\n').every((line) => SHALLOW.test(line));
