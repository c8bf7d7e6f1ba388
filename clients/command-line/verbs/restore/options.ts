import { wordsFault } from '../../command-fault.js';
import { shellWord } from '../../output/shell-word.js';

const FORMS = ['files', 'bag', 'zip', 'tar', 'ocfl'] as const;

/** What is written: a folder of files, or a file that holds them. */
export type Form = (typeof FORMS)[number];

/** How files are restored. */
export interface RestoreOptions {
  /** A folder or a file of this computer; `-` is standard output. */
  readonly to: string;
  readonly as: Form;
  /** Only files that one of these patterns means; all where there is none. */
  readonly patterns: readonly string[];
  /** Whether everything is restored by its stored path. */
  readonly isStored: boolean;
  /** Whether files get the names that the METS has for them. */
  readonly isOriginal: boolean;
  readonly isRenaming: boolean;
  readonly isSkipping: boolean;
  readonly isListing: boolean;
  readonly isDryRun: boolean;
}

interface TypedOptions {
  readonly to?: string;
  readonly as?: string;
  readonly path?: readonly string[];
  readonly stored?: boolean;
  readonly originalNames?: boolean;
  readonly renameCollisions?: boolean;
  readonly skipDamaged?: boolean;
  readonly list?: boolean;
  readonly dryRun?: boolean;
}

const isForm = (word: string): word is Form => FORMS.some((form) => form === word);

/** Whether a form is one file, which is written from its first byte to its last. */
export const isOneFile = (form: Form): boolean => form === 'zip' || form === 'tar';

/** Options that do not go together, why, and what to type. */
const CONTRADICTIONS: readonly {
  readonly holds: (options: RestoreOptions) => boolean;
  readonly sentence: (options: RestoreOptions) => string;
  readonly next: string;
}[] = [
  {
    holds: ({ to, as }) => to === '-' && !isOneFile(as),
    sentence: () => 'Only a zip or a tar can go to standard output.',
    next: '--as zip --to -',
  },
  {
    holds: ({ to, isListing }) => to === '-' && isListing,
    sentence: ({ as }) => `Standard output has the ${as}, so that no names can be listed.`,
    next: '--to <file>',
  },
  {
    holds: ({ as, isSkipping }) => as !== 'files' && isSkipping,
    sentence: ({ as }) => `--as ${as} leaves no file out, also where it is damaged.`,
    next: '--as files --skip-damaged',
  },
  {
    holds: ({ as, isStored, isOriginal }) => as === 'bag' && (isStored || isOriginal),
    sentence: () => 'A bag has the names of the depositor: leave out --stored and --original-names.',
    next: '--as files',
  },
  {
    holds: ({ as, patterns, isStored, isOriginal, isRenaming }) =>
      as === 'ocfl' && (patterns.length > 0 || isStored || isOriginal || isRenaming),
    sentence: () =>
      'An OCFL object is wholly as it is stored: leave out --path, --stored, --original-names and --rename-collisions.',
    next: '--as files',
  },
  {
    holds: ({ isStored, isOriginal }) => isStored && isOriginal,
    sentence: () => 'Choose one of --stored and --original-names.',
    next: 'muniment restore --help',
  },
];

const requireConsistent = (options: RestoreOptions): RestoreOptions => {
  const found = CONTRADICTIONS.find(({ holds }) => holds(options));
  if (found !== undefined) throw wordsFault(found.sentence(options), found.next);
  return options;
};

const formOf = (word: string): Form => {
  if (isForm(word)) return word;
  throw wordsFault(`There is no form "${word}": files, bag, zip, tar or ocfl.`, 'muniment restore --help');
};

/** Reads the options; throws CommandFault. */
export const readRestoreOptions = (path: string, typed: TypedOptions): RestoreOptions => {
  const { to = '', as = 'files', path: patterns = [], stored, originalNames, ...flags } = typed;
  if (to === '')
    throw wordsFault('restore needs a place to write to.', `muniment restore ${shellWord(path)} --to <new folder>`);
  return requireConsistent({
    ...{ to, as: formOf(as), patterns },
    isStored: stored === true,
    isOriginal: originalNames === true,
    isRenaming: flags.renameCollisions === true,
    isSkipping: flags.skipDamaged === true,
    isListing: flags.list === true,
    isDryRun: flags.dryRun === true,
  });
};
