import { join } from 'node:path';
import { parsePath, type RepositoryPath } from '../../../../formats/paths/repository-path.js';
import { wordsFault } from '../../command-fault.js';
import { exclusionOf, type Exclusion } from '../../folder/exclusion.js';
import { readFolderSettings, SETTINGS_FILE, type FolderSettings } from '../../folder/folder-settings.js';
import { usualAgent, type AgentSources, type UsualAgent } from '../../program/usual-agent.js';
import { groupSegments, type PreserveOptions } from './options.js';

/** A setting, and what has set it. */
export interface Setting<Value> {
  readonly value: Value;
  readonly from: string;
}

/** How a folder or list is preserved. */
export interface PreserveSettings {
  /** Escaped segments of the group's path. */
  readonly segments: readonly string[];
  readonly group: Setting<RepositoryPath>;
  readonly exclude: readonly Setting<string>[];
  readonly exclusion: Exclusion;
  readonly tools: Setting<boolean>;
  readonly agent: UsualAgent;
}

const DEFAULT = 'default';

/** The folder's settings, and the file that has them. */
interface FolderFile {
  readonly folder: FolderSettings | null;
  readonly file: string;
}

const agentOf = (
  { agent: option }: PreserveOptions,
  sources: AgentSources,
  { folder, file }: FolderFile,
): UsualAgent => {
  if (option !== null) return { value: option, from: '--agent', isSet: true };
  const name = folder?.agent ?? null;
  return usualAgent(sources, name === null ? null : { name, from: file });
};

const toolsOf = ({ tools }: PreserveOptions, { folder, file }: FolderFile): Setting<boolean> => {
  if (tools) return { value: true, from: '--tools' };
  return folder?.tools === true ? { value: true, from: file } : { value: false, from: DEFAULT };
};

const patternsOf = ({ exclude }: PreserveOptions, { folder, file }: FolderFile): readonly Setting<string>[] => [
  ...(folder === null ? [] : folder.exclude.map((value) => ({ value, from: file }))),
  ...exclude.map((value) => ({ value, from: '--exclude' })),
];

const noGroup = (folder: string): Error =>
  wordsFault(
    `Which group? --as is missing, and ${folder} has no ${SETTINGS_FILE} that names it.`,
    `muniment preserve ${folder} --as <group>`,
  );

/**
 * The settings by the command line, the environment, `muniment.yaml` in the folder, which is read only where --as is not
 * given, and the settings of the user. Throws CommandFault.
 */
export const readSettings = async (options: PreserveOptions, sources: AgentSources): Promise<PreserveSettings> => {
  const { source, as } = options;
  const file = join(source.path, SETTINGS_FILE);
  const folder = as === null ? await readFolderSettings(source.path) : null;
  if (as === null && folder === null) throw noGroup(source.path);
  const segments = groupSegments(as ?? folder?.group ?? '', as === null ? `group in ${file}` : '--as');
  const patterns = patternsOf(options, { folder, file });
  const leavesOut = exclusionOf(patterns.map(({ value }) => value));
  return {
    segments,
    group: { value: parsePath(segments.join('/')), from: as === null ? file : '--as' },
    exclude: patterns,
    exclusion: (path, kind) => leavesOut(path, kind) || (folder !== null && path === SETTINGS_FILE),
    tools: toolsOf(options, { folder, file }),
    agent: agentOf(options, sources, { folder, file }),
  };
};
