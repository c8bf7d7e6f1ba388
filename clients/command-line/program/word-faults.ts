import type { Command, CommanderError } from 'commander';
import { wordsFault, type CommandFault } from '../command-fault.js';
import { meantText } from './nearest-name.js';

const longNames = (command: Command): string[] => command.options.flatMap(({ long }) => long ?? []);

const quoted = (message: string): string => /'([^']*)'/.exec(message)?.[1] ?? '';

/** The name of an option without its short form: `--message <text>` of `-m, --message <text>`. */
const longForm = (flags: string): string => flags.replace(/^-\w, /, '');

const sentenceOf = (verb: string, command: Command, { code, message }: CommanderError): string => {
  const named = quoted(message);
  switch (code) {
    case 'commander.missingArgument':
      return `${verb} needs <${named}>.`;
    case 'commander.missingMandatoryOptionValue':
      return `${verb} needs ${longForm(named)}.`;
    case 'commander.optionMissingArgument':
      return `The value of ${longForm(named)} is missing.`;
    case 'commander.excessArguments':
      return `${verb} takes fewer words: "${command.args.at(-1) ?? ''}" is too many. Paths with spaces need quotes.`;
    default:
      return message.replace(/^error: /, '').replace(/\.?$/, '.');
  }
};

/** What the words of a verb lack, or have too much, as a sentence. */
export const wordFaultOf = (verb: string, command: Command, error: CommanderError): CommandFault =>
  wordsFault(sentenceOf(verb, command, error), `muniment ${verb} --help`);

/** An option that the verb has not. */
export const noOption = (verb: string, command: Command, word: string): CommandFault => {
  const [name = ''] = word.split('=', 1);
  const sentence = `There is no option "${name}" of ${verb}.${meantText(name, longNames(command))}`;
  return wordsFault(sentence, `muniment ${verb} --help`);
};

/** A verb that there is not. */
export const noVerb = (word: string, verbs: Iterable<string>): CommandFault =>
  word.startsWith('-')
    ? wordsFault(`There is no option "${word}" before a verb.`, 'muniment --help')
    : wordsFault(
        `There is no verb "${word}".${meantText(
          word,
          [...verbs].filter((verb) => !verb.startsWith('_')),
        )}`,
        'muniment --help',
      );
