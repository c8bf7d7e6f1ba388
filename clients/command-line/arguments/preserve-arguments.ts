import { Command } from 'commander';
import { slugsViolation, typedSlug } from '../../api/repository-path.js';
import { CommandFault } from '../command-fault.js';
import { exclusionOf, type Exclusion } from '../folder/exclusion.js';
import { parseWords } from './parse-words.js';

export interface PreserveArguments {
  readonly folder: string;
  /** Escaped segments of the archival group's repository path. */
  readonly segments: readonly string[];
  readonly name: string | null;
  /** The message of the version. */
  readonly message: string | null;
  /** The agent of the version. */
  readonly agent: string | null;
  readonly exclusion: Exclusion;
  /** Whether to show the changes without making them. */
  readonly dryRun: boolean;
  /** Whether questions are answered with yes. */
  readonly yes: boolean;
  /** Whether the tools look at the files before they are preserved. */
  readonly tools: boolean;
  /** Whether the files stay in the workspace of the deposit. */
  readonly keepWorkspace: boolean;
}

interface Options {
  readonly as: string;
  readonly name?: string;
  readonly message?: string;
  readonly agent?: string;
  readonly exclude: readonly string[];
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly tools?: boolean;
  readonly keepWorkspace?: boolean;
}

/** Checks and escapes the repository path of the group; throws CommandFault. */
export const groupSegments = (path: string): string[] => {
  const segments = path
    .replace(/^\/|\/$/g, '')
    .split('/')
    .map(typedSlug);
  const violation = slugsViolation(segments);
  if (violation !== null) throw new CommandFault(`--as ${path} is not a repository path. ${violation}`);
  return segments;
};

const LONGEST_AGENT = 256;
/** Characters that no agent name may hold: invisible and direction-changing ones, and those that XML forbids. */
const NOT_IN_AGENT = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\uFFFE\uFFFF]/u;

/** The service's rule for names of agents. */
const isAgentName = (name: string): boolean =>
  name !== '' && name.length <= LONGEST_AGENT && !NOT_IN_AGENT.test(name) && !/^\.+$/.test(name);

const agentOf = (typed: string | undefined): string | null => {
  const agent = typed?.trim() ?? null;
  if (agent !== null && !isAgentName(agent)) throw new CommandFault(`--agent ${typed} cannot be the name of an agent.`);
  return agent;
};

/** The text of an option; throws CommandFault where it is blank. */
const textOf = (option: string, typed: string | undefined): string | null => {
  if (typed?.trim() === '') throw new CommandFault(`${option} is blank.`);
  return typed ?? null;
};

const requestOf = (folder: string, options: Options): PreserveArguments => {
  const { as, name, message, agent, exclude } = options;
  const { dryRun = false, yes = false, tools = false, keepWorkspace = false } = options;
  if (folder === '') throw new CommandFault('The folder to preserve is missing.');
  return {
    folder,
    segments: groupSegments(as),
    name: textOf('--name', name),
    message: textOf('--message', message),
    agent: agentOf(agent),
    exclusion: exclusionOf(exclude),
    dryRun,
    yes,
    tools,
    keepWorkspace,
  };
};

const AFTER = `
A pattern without a slash is compared with names, one with a slash with paths below the folder; * stands for any
characters but a slash, ** for folders too.

Ends with 0 when the folder is preserved, also where it tells that its deposit could not be archived, with 1 when it could not be, with 3 when nobody has said yes.`;

/** Parses the command line; null when it only asked for help. Throws CommandFault. */
export const readArguments = (words: readonly string[], write: (text: string) => void): PreserveArguments | null => {
  let read: PreserveArguments | null = null;
  const append = (pattern: string, before: readonly string[]): string[] => [...before, pattern];
  const command = new Command('preserve')
    .description('Preserves a folder as an archival group, or brings one up to date with it.')
    .argument('<folder>', 'the folder whose content goes below objects/')
    .requiredOption('--as <path>', 'container path and slug of the archival group, such as letters/1911')
    .option('--name <name>', 'display name of the archival group (for a new one, the name of the folder)')
    .option('--message <text>', 'what the version says of itself, in its OCFL inventory')
    .option('--agent <name>', 'whom the version is attributed to, where callers bring no tokens')
    .option('--exclude <pattern>', 'leave out files and folders; "junk" for what systems leave behind', append, [])
    .option('--tools', 'find formats, viruses and metadata first (docs/tools.md); uploads every file')
    .option(
      '--keep-workspace',
      'leave the files in the workspace of the deposit, instead of archiving it (docs/archiving.md)',
    )
    .option('--dry-run', 'change nothing, and tell what would be')
    .option(
      '--yes',
      'go on without asking where a folder is empty, more than a tenth of a group would go, a virus was found, or a file was not scanned for viruses',
    )
    .addHelpText('after', AFTER)
    .action((folder: string, options: Options) => {
      read = requestOf(folder, options);
    });
  parseWords(command, words, { usage: 'preserve <folder> --as <container path>/<slug>', write });
  return read;
};
