import { Command } from 'commander';
import type { Archive } from '../../../clients/archive/archive.js';
import { candidates, FILES } from '../../../clients/command-line/completion/candidates.js';
import { typedLine } from '../../../clients/command-line/completion/typed-line.js';
import { commonOptions, defineCommon } from '../../../clients/command-line/program/common-options.js';
import type { Session, Verb } from '../../../clients/command-line/program/verb.js';
import type { VerbTable } from '../../../clients/command-line/program/surroundings.js';
import { meantArchive } from './meant-archive.js';

/** How long after the start of the process an answer is still of use. */
const PATIENCE_MS = 300;

interface Typed {
  /** After the name of the program; the last one is to be completed. */
  readonly words: readonly string[];
  /** How much of the last word the shell leaves as it is. */
  readonly broken: number;
}

const typedWords = (
  args: readonly string[],
  { line, breaks = '' }: { readonly line?: string; readonly breaks?: string },
): Typed => {
  if (line === undefined) return { words: args, broken: 0 };
  const [, ...words] = typedLine(line, breaks);
  return { words: words.map(({ text }) => text), broken: words.at(-1)?.broken ?? 0 };
};

/** The archive that the options among the words mean. */
const archiveOf = async (words: readonly string[], { environment, output, interrupted }: Session): Promise<Archive> => {
  const parser = defineCommon(new Command())
    .exitOverride()
    .configureOutput({ writeErr: () => undefined });
  parser.parseOptions([...words]);
  const { open } = await meantArchive(commonOptions(parser.opts()), environment, { name: 'completion' });
  return open(output, interrupted).archive();
};

const collected = async (found: AsyncIterable<string>): Promise<string[]> => {
  const all = new Set<string>();
  for await (const each of found) all.add(each);
  return [...all];
};

const nothingAfter = (ms: number): Promise<string[]> =>
  new Promise((resolve) => setTimeout(() => resolve([]), Math.max(0, ms)).unref());

/**
 * The hidden verb that answers the scripts of `muniment completion`: with what the last word may go on, all that is found
 * in time, or nothing.
 */
export const completing = (verbs: VerbTable): Verb => ({
  name: '_complete',
  kind: 'document',
  help: 'Usage: muniment _complete --line <line> --breaks <characters> | -- <words>\n',
  define: (command) => void command.argument('[words...]').option('--line <line>').option('--breaks <characters>'),
  run: async ({ args, options }, session) => {
    const { words, broken } = typedWords(args, options);
    const sources = { verbs, archive: (typed: readonly string[]) => archiveOf(typed, session) };
    const finding = collected(candidates(words, sources)).catch(() => []); // a shell has no place for what went wrong
    const found = await Promise.race([finding, nothingAfter(PATIENCE_MS - performance.now())]);
    for (const each of found) await session.output.write(`${each === FILES ? each : each.slice(broken)}\n`);
    return { code: 0, summary: null };
  },
});
