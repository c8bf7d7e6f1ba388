import { Command } from 'commander';
import { wordsFault } from '../command-fault.js';
import { defineCommon } from './common-options.js';
import { MAIN_HELP } from './main-help.js';
import { hasOption, readWords, splitWords, type Asked } from './read-words.js';
import type { Surroundings, VerbEntry, VerbTable } from './surroundings.js';
import type { Verb } from './verb.js';
import { noVerb } from './word-faults.js';

/** What the words ask for: a text, or the work of a verb. */
export type Task =
  | { readonly kind: 'text'; readonly text: string }
  | (Extract<Asked, { readonly kind: 'run' }> & { readonly verb: Verb; readonly entry: VerbEntry });

/** Whether a word is an option of every verb. */
const isCommon = (word: string): boolean =>
  defineCommon(new Command()).options.some(({ long, short }) => word.split('=')[0] === long || word === short);

const entryOf = (verbs: VerbTable, name: string): VerbEntry => {
  const entry = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
  if (entry === undefined) throw noVerb(name, Object.keys(verbs));
  return entry;
};

const helpOf = async (verbs: VerbTable, [name]: readonly string[]): Promise<string> =>
  name === undefined ? MAIN_HELP : (await entryOf(verbs, name).load()).help;

const withoutVerb = (words: readonly string[], version: string): string => {
  if (hasOption(words, '--version')) return `muniment ${version}\n`;
  const [first] = words;
  if (first === undefined || hasOption(words, '-h', '--help')) return MAIN_HELP;
  throw isCommon(first) ? wordsFault('A verb is missing.', 'muniment --help') : noVerb(first, []);
};

/** Reads the words, and loads the verb that they name. Rejects with CommandFault. */
export const taskOf = async (
  words: readonly string[],
  { verbs, version }: Pick<Surroundings, 'verbs' | 'version'>,
): Promise<Task> => {
  const { verb: name, others } = splitWords(words);
  if (name === null) return { kind: 'text', text: withoutVerb(words, version) };
  if (name === 'help') return { kind: 'text', text: await helpOf(verbs, others) };
  const entry = entryOf(verbs, name);
  const verb = await entry.load();
  const asked = readWords(verb, others);
  return asked.kind === 'help' ? { kind: 'text', text: verb.help } : { ...asked, verb, entry };
};
