import { Command, CommanderError } from 'commander';
import { commonOptions, defineCommon, ownOptions, WITH_VALUE, type CommonOptions } from './common-options.js';
import type { Verb } from './verb.js';
import { noOption, wordFaultOf } from './word-faults.js';

/** What the words ask for. */
export type Asked =
  | { readonly kind: 'help' }
  | {
      readonly kind: 'run';
      readonly common: CommonOptions;
      readonly args: readonly string[];
      readonly options: Readonly<Record<string, unknown>>;
    };

/** The words before the first that is no option, that word, and those after it. */
export interface SplitWords {
  /** Null where there are options only. */
  readonly verb: string | null;
  readonly others: readonly string[];
}

/** Finds the verb among the words: the first that is neither an option of every verb nor its value. */
export const splitWords = (words: readonly string[]): SplitWords => {
  let at = 0;
  while (words[at]?.startsWith('-') === true) at += WITH_VALUE.has(words[at] ?? '') ? 2 : 1;
  const verb = words[at];
  return verb === undefined ? { verb: null, others: words } : { verb, others: words.toSpliced(at, 1) };
};

/** Whether one of these options is among the words, before a `--`. */
export const hasOption = (words: readonly string[], ...names: readonly string[]): boolean => {
  const end = words.indexOf('--');
  return (end < 0 ? words : words.slice(0, end)).some((word) => names.includes(word));
};

/** The parser of a verb: its own arguments and options, and those of every verb. */
export const parserOf = (verb: Verb): Command => {
  const command = defineCommon(new Command(verb.name));
  command
    .helpOption(false)
    .allowExcessArguments(false)
    .showSuggestionAfterError(false)
    .exitOverride()
    .configureOutput({ writeOut: () => undefined, writeErr: () => undefined })
    .action(() => undefined);
  verb.define(command);
  return command;
};

/** Commander tells of an option that is missing before one that is misspelt. */
const BEFORE_UNKNOWN: ReadonlySet<string> = new Set([
  'commander.missingMandatoryOptionValue',
  'commander.unknownOption',
]);

class HelpAsked extends Error {}

/** Reads the words besides the verb itself. Throws CommandFault. */
export const readWords = (verb: Verb, words: readonly string[]): Asked => {
  const command = parserOf(verb);
  command.on('option:help', () => {
    throw new HelpAsked();
  });
  try {
    command.parse(words, { from: 'user' });
  } catch (error) {
    if (error instanceof HelpAsked) return { kind: 'help' };
    if (!(error instanceof CommanderError)) throw error;
    const unknown = BEFORE_UNKNOWN.has(error.code) ? parserOf(verb).parseOptions([...words]).unknown[0] : undefined;
    throw unknown === undefined ? wordFaultOf(verb.name, command, error) : noOption(verb.name, command, unknown);
  }
  const typed = command.opts();
  return { kind: 'run', common: commonOptions(typed), args: command.args, options: ownOptions(typed) };
};
