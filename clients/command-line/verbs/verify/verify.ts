import { CommandFault, wordsFault } from '../../command-fault.js';
import { readGroupTarget } from '../../looking/target.js';
import { shownName } from '../../output/printable.js';
import { shellWord } from '../../output/shell-word.js';
import type { Verb } from '../../program/verb.js';
import { HELP } from './help.js';
import type { LocalCopy } from './local-copy.js';
import { openCopy } from './open-copy.js';
import { verifyCopy } from './verify-copy.js';
import { verifyStored } from './verify-stored.js';

interface TypedOptions {
  readonly path?: readonly string[];
  readonly stored?: boolean;
  readonly originalNames?: boolean;
}

const collected = (word: string, words: readonly string[] = []): string[] => [...words, word];

/** A path of this computer, which no path in the archive is like. */
const isLocal = (word: string): boolean => /^(?:[.~]|\/(?!\/))/.test(word);

/** What a copy says that it has the files of. */
const versionOf = ({ of }: LocalCopy, place: string): string => {
  if (of !== null) return of;
  throw new CommandFault(`${shownName(place)} does not say of what it is a copy.`, {
    code: 'copy-unknown',
    exit: 2,
    next: `muniment verify <path> ${shellWord(place)}`,
  });
};

/** Compares a copy with what is preserved, or reads what is stored. */
export const verify: Verb = {
  name: 'verify',
  kind: 'lines',
  help: HELP,
  define: (command) => {
    command
      .argument('<path>')
      .argument('[copy]')
      .option('--path <pattern>', '', collected)
      .option('--stored')
      .option('--original-names');
  },
  run: async ({ args: [word = '', second], options }, session) => {
    const { path: patterns = [], stored, originalNames } = options as TypedOptions;
    const choice = { patterns, isStored: stored === true, isOriginal: originalNames === true };
    const place = second ?? (isLocal(word) ? word : null);
    if (place === null) {
      if (patterns.length > 0 || choice.isStored || choice.isOriginal)
        throw wordsFault('These options are about a copy, and none is named.', 'muniment verify --help');
      const archive = await session.archive();
      return verifyStored(archive, await readGroupTarget(archive, word), session);
    }
    const copy = await openCopy(place);
    try {
      const archive = await session.archive();
      const target = await readGroupTarget(archive, second === undefined ? versionOf(copy, place) : word);
      return await verifyCopy({ archive, target, copy, place, choice }, session);
    } finally {
      await copy.close();
    }
  },
};
