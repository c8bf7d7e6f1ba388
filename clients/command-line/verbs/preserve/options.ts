import type { Command } from 'commander';
import { slugsViolation, typedSlug } from '../../../api/repository-path.js';
import { wordsFault } from '../../command-fault.js';
import { namedAgent } from '../../program/usual-agent.js';

/** What is preserved: a folder, or the files that a list names, which is at a path or, for `-`, on standard input. */
export type TypedSource =
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'list'; readonly path: string; readonly separator: '\n' | '\0' };

/** What the command line says of a version. */
export interface PreserveOptions {
  readonly source: TypedSource;
  /** As it was typed; null where the folder is to say it. */
  readonly as: string | null;
  readonly message: string | null;
  readonly name: string | null;
  readonly agent: string | null;
  readonly exclude: readonly string[];
  readonly tools: boolean;
  readonly isDryRun: boolean;
  readonly keepWorkspace: boolean;
  readonly answers: Answers;
}

/** Answers to questions in the command line. */
export interface Answers {
  readonly yes: boolean;
  /** How many files are to be deleted; null where it is not said. */
  readonly expectDeleted: number | null;
  /** Names of files with a virus that are preserved all the same. */
  readonly acceptInfected: readonly string[];
}

interface Typed {
  readonly as?: string;
  readonly message?: string;
  readonly name?: string;
  readonly agent?: string;
  readonly exclude?: readonly string[];
  readonly from?: string;
  readonly from0?: string;
  readonly tools?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly expectDeleted?: string;
  readonly acceptInfected?: readonly string[];
  readonly keepWorkspace?: boolean;
}

const collected = (word: string, words: readonly string[] = []): string[] => [...words, word];

/** Adds the arguments and options of `preserve`. */
export const definePreserve = (command: Command): void => {
  command
    .argument('[folder]')
    .option('--as <group>')
    .option('-m, --message <text>')
    .option('--name <name>')
    .option('--agent <name>')
    .option('--exclude <pattern>', '', collected)
    .option('--from <list>')
    .option('--from0 <list>')
    .option('--tools')
    .option('--dry-run')
    .option('--yes')
    .option('--expect-deleted <n>')
    .option('--accept-infected <name>', '', collected)
    .option('--keep-workspace');
};

/** Escapes the path of a group, segment by segment; `of` says what named it. Throws CommandFault. */
export const groupSegments = (typed: string, of = '--as'): string[] => {
  const segments = typed
    .replace(/^\/|\/$/g, '')
    .split('/')
    .map(typedSlug);
  const violation = slugsViolation(segments);
  if (violation !== null) throw wordsFault(`${of} ${typed} is not the path of a group. ${violation}`);
  return segments;
};

/** The text of an option; throws CommandFault where it is blank. */
const textOf = (option: string, typed: string | undefined): string | null => {
  if (typed?.trim() === '') throw wordsFault(`${option} is blank.`);
  return typed ?? null;
};

const sourceOf = (folder: string | undefined, { from, from0 }: Typed): TypedSource => {
  const given = [folder, from, from0].filter((each) => each !== undefined);
  if (given.length > 1) throw wordsFault('Choose one of a folder, --from and --from0.');
  if (given.length === 0 || given[0] === '')
    throw wordsFault('The folder to preserve is missing.', 'muniment preserve <folder> --as <group>');
  if (folder !== undefined) return { kind: 'folder', path: folder };
  return { kind: 'list', path: from ?? from0 ?? '', separator: from === undefined ? '\0' : '\n' };
};

const countOf = (typed: string | undefined): number | null => {
  if (typed === undefined) return null;
  if (!/^\d{1,12}$/.test(typed)) throw wordsFault(`--expect-deleted is a number of files, not "${typed}".`);
  return Number(typed);
};

/** Reads the words; throws CommandFault. */
export const readPreserveOptions = (
  [folder]: readonly string[],
  options: Readonly<Record<string, unknown>>,
): PreserveOptions => {
  const typed = options as Typed;
  const { as, agent, yes = false, tools = false, dryRun = false, keepWorkspace = false } = typed;
  const source = sourceOf(folder, typed);
  if (as === undefined && source.kind === 'list')
    throw wordsFault('--as <group> is missing: a list has no folder that could name the group.');
  if (as !== undefined) groupSegments(as);
  return {
    ...{ source, tools, keepWorkspace, isDryRun: dryRun },
    as: as ?? null,
    message: textOf('--message', typed.message),
    name: textOf('--name', typed.name),
    agent: agent === undefined ? null : namedAgent(agent, '--agent'),
    exclude: typed.exclude ?? [],
    answers: { yes, expectDeleted: countOf(typed.expectDeleted), acceptInfected: typed.acceptInfected ?? [] },
  };
};
