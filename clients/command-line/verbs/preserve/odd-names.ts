import type { LocalFolder } from '../../folder/folder-inspection.js';
import { shownName } from '../../output/printable.js';

/** Programs that cannot open what has such names. */
const PROGRAMS: readonly { readonly what: string; readonly pattern: RegExp }[] = [
  // JSON escapes these, and rocfl reads the escapes wrongly.
  { what: 'rocfl 1.7 cannot open an object', pattern: /["\\\p{Cc}]/u },
  { what: 'bagit.py 1.9 cannot open a bag', pattern: /%/ },
];

const NAMED = 5;

const namesText = (paths: readonly string[]): string => {
  const shown = paths.slice(0, NAMED).map(shownName).join(', ');
  if (paths.length === 1) return `the name ${shown}`;
  return `the names ${shown}${paths.length > NAMED ? ` and ${paths.length - NAMED} more` : ''}`;
};

/** Sentences about names that other programs cannot read. */
export const oddNames = ({ files }: Pick<LocalFolder, 'files'>): string[] =>
  PROGRAMS.flatMap(({ what, pattern }) => {
    const paths = files.map(({ path }) => path).filter((path) => pattern.test(path));
    return paths.length === 0 ? [] : [`${what} with ${namesText(paths)}.`];
  });
