import { wordsFault, type CommandFault } from '../command-fault.js';
import { meantText } from './nearest-name.js';

/** An action of a verb, such as `check` of `tools`. */
export interface Action {
  /** Its words, each of which is needed: `<folder>`. */
  readonly words?: readonly string[];
  /** The options that belong to it, by the names of commander: `noSignatures`. */
  readonly options?: readonly string[];
}

const flagOf = (key: string): string => `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

const faultIn = (
  called: string,
  { words: wanted = [], options: own = [] }: Action,
  words: readonly string[],
  options: Readonly<Record<string, unknown>>,
): string | null => {
  const missing = wanted[words.length];
  if (missing !== undefined) return `${called} needs ${missing}.`;
  const extra = words[wanted.length];
  if (extra !== undefined) return `${called} takes fewer words: "${extra}" is too many. Paths with spaces need quotes.`;
  const foreign = Object.keys(options).find((key) => !own.includes(key));
  return foreign === undefined ? null : `There is no option "${flagOf(foreign)}" of ${called}.`;
};

/**
 * The action that the first word names, and the words after it; the action '' is meant where there is no word. Throws
 * CommandFault.
 */
export const readAction = <Name extends string>(
  verb: string,
  actions: Readonly<Record<Name, Action>>,
  { args, options }: { readonly args: readonly string[]; readonly options: Readonly<Record<string, unknown>> },
): { readonly action: Name; readonly words: readonly string[] } => {
  const [name = '', ...words] = args;
  const names = Object.keys(actions).filter((each) => each !== '');
  const refuse = (sentence: string): CommandFault => wordsFault(sentence, `muniment ${verb} --help`);
  const isAction = (word: string): word is Name => Object.hasOwn(actions, word);
  if (!isAction(name))
    throw refuse(
      name === ''
        ? `${verb} needs an action: ${names.join(', ')}.`
        : `There is no action "${name}" of ${verb}.${meantText(name, names)}`,
    );
  const called = name === '' ? verb : `${verb} ${name}`;
  const fault = faultIn(called, actions[name], words, options);
  if (fault !== null) throw refuse(fault);
  return { action: name, words };
};
