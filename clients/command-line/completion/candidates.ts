import { Command, type Option } from 'commander';
import type { Archive } from '../../archive/archive.js';
import { defineCommon, WITH_VALUE } from '../program/common-options.js';
import { parserOf, splitWords } from '../program/read-words.js';
import type { VerbTable } from '../program/surroundings.js';
import type { Verb } from '../program/verb.js';
import { pathCandidates } from './path-candidates.js';
import { SHELLS } from './shells.js';

/** What the shell is told where it shall complete names of files of this computer. */
export const FILES = ':files';

/** What completion knows. */
export interface CompletionSources {
  readonly verbs: VerbTable;
  /** Opens the archive that the typed words mean. */
  readonly archive: (words: readonly string[]) => Promise<Archive>;
}

const longNames = ({ options }: Command): string[] => options.flatMap(({ long }) => long ?? []);

const optionOf = (parser: Command, word: string): Option | undefined =>
  parser.options.find(({ long, short }) => word === long || word === short);

/** The option whose value comes after the words, and the words that are neither options nor their values. */
const readBefore = (
  parser: Command,
  words: readonly string[],
): { readonly option?: Option; readonly plain: string[] } => {
  const plain: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    const option = optionOf(parser, word);
    if (option?.required === true && ++at === words.length) return { option, plain };
    if (option === undefined && !word.startsWith('-')) plain.push(word);
  }
  return { plain };
};

/** The name of the argument after so many others; null where there is none. */
const argumentAfter = ({ registeredArguments: known }: Command, count: number): string | null => {
  const last = known.at(-1);
  return (known[count] ?? (last?.variadic === true ? last : null))?.name() ?? null;
};

async function* jobIds(archive: Archive): AsyncGenerator<string> {
  for await (const { jobId } of archive.jobs()) if (typeof jobId === 'string') yield jobId;
}

async function* argumentsNamed(
  name: string,
  { verb, current, isFirst }: { readonly verb: Verb; readonly current: string; readonly isFirst: boolean },
  archive: () => Promise<Archive>,
): AsyncGenerator<string> {
  if (isFirst) yield* verb.actions ?? [];
  if (/\bids?\b/.test(name)) yield* jobIds(await archive());
  else if (/path|group|other/.test(name)) yield* pathCandidates(await archive(), current);
  else if (name === 'shell') yield* Object.keys(SHELLS);
  else if (name !== 'server' && (verb.actions === undefined || !isFirst)) yield FILES;
}

async function* ofVerb(
  verb: Verb,
  {
    others,
    words,
    current,
  }: { readonly others: readonly string[]; readonly words: readonly string[]; readonly current: string },
  { archive }: CompletionSources,
): AsyncGenerator<string> {
  const parser = parserOf(verb);
  const { option, plain } = readBefore(parser, others);
  if (option !== undefined) {
    if (/path|group/.test(option.flags)) yield* pathCandidates(await archive(words), current);
    else yield* option.argChoices ?? [FILES];
  } else if (current.startsWith('-')) yield* longNames(parser);
  else {
    const argument = argumentAfter(parser, plain.length);
    const typed = { verb, current, isFirst: plain.length === 0 };
    if (argument !== null) yield* argumentsNamed(argument, typed, () => archive(words));
  }
}

/**
 * With what the last word may go on, as whole words; FILES where it is a file of this computer. The words are those after
 * the name of the program.
 */
export async function* candidates(words: readonly string[], sources: CompletionSources): AsyncGenerator<string> {
  const before = words.slice(0, -1);
  const current = words.at(-1) ?? '';
  const { verb: name, others } = splitWords(before);
  const all = async function* (): AsyncGenerator<string> {
    if (name !== null) {
      const entry = Object.hasOwn(sources.verbs, name) ? sources.verbs[name] : undefined;
      if (entry !== undefined) yield* ofVerb(await entry.load(), { others, words: before, current }, sources);
    } else if (WITH_VALUE.has(before.at(-1) ?? '')) yield FILES;
    else if (current.startsWith('-')) yield* [...longNames(defineCommon(new Command())), '--version'];
    else yield* Object.keys(sources.verbs).filter((verb) => !verb.startsWith('_'));
  };
  for await (const candidate of all())
    if (candidate === FILES || (candidate.startsWith(current) && !candidate.includes('\n'))) yield candidate;
}
