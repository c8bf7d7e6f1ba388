import { userInfo } from 'node:os';
import { join } from 'node:path';
import { parsePath, type RepositoryPath } from '../../../../formats/paths/repository-path.js';
import { wordsFault } from '../../command-fault.js';
import { exclusionOf, type Exclusion } from '../../folder/exclusion.js';
import { readFolderSettings, SETTINGS_FILE, type FolderSettings } from '../../folder/folder-settings.js';
import type { Session } from '../../program/verb.js';
import { agentName, groupSegments, type PreserveOptions } from './options.js';

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
  /** `isSet` where somebody has chosen it. */
  readonly agent: Setting<string> & { readonly isSet: boolean };
}

const DEFAULT = 'default';

/** The name of whoever is logged in at this computer, as far as it can be an agent. */
export const loginName = (): string => {
  try {
    return agentName(userInfo().username);
  } catch {
    return 'unknown'; // an account without a name, as containers have
  }
};

/** The folder's settings, and the file that has them. */
interface FolderFile {
  readonly folder: FolderSettings | null;
  readonly file: string;
}

/** What the surroundings of a command say of the agent. */
export type AgentSources = Pick<Session, 'environment' | 'userAgent'>;

const agentOf = (
  { agent: option }: PreserveOptions,
  { environment: { MUNIMENT_AGENT: variable = '' }, userAgent }: AgentSources,
  { folder, file }: FolderFile,
): PreserveSettings['agent'] => {
  if (option !== null) return { value: option, from: '--agent', isSet: true };
  if (variable !== '') return { value: agentName(variable, 'MUNIMENT_AGENT'), from: 'MUNIMENT_AGENT', isSet: true };
  const ofFolder = folder?.agent ?? null;
  if (ofFolder !== null) return { value: agentName(ofFolder, `agent in ${file}`), from: file, isSet: true };
  if (userAgent !== null) {
    const { name, from } = userAgent;
    return { value: agentName(name, `agent in ${from}`), from, isSet: true };
  }
  return { value: loginName(), from: 'login at this computer', isSet: false };
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
