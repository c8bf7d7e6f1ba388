import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { CommandFault, wordsFault } from '../../../clients/command-line/command-fault.js';
import { codeOf } from '../../../flow/error-code.js';
import { parseYaml } from '../../../formats/tools/format-identification/parse-yaml.js';
import { userFolder } from '../process/user-folder.js';

type Environment = Readonly<Record<string, string | undefined>>;

const KEYS = ['server', 'data', 'agent', 'pager'] as const;

type Key = (typeof KEYS)[number];

/** What a user has set for all archives and folders. */
export interface UserSettings extends Partial<Readonly<Record<Key, string>>> {
  /** The file of these settings, whether it exists or not. */
  readonly file: string;
}

const isKey = (name: string): name is Key => (KEYS as readonly string[]).includes(name);

/** An absolute path; `~/` is the home folder, since no shell replaces it in a file. */
const pathOf = (text: string, file: string, environment: Environment): string => {
  const path = text.startsWith('~/') ? join(environment['HOME'] || homedir(), text.slice(2)) : text;
  if (!isAbsolute(path)) throw wordsFault(`In ${file}, data must be an absolute path, not ${text}.`);
  return path;
};

const settingsIn = (text: string, file: string, environment: Environment): UserSettings => {
  const parsed = text.trim() === '' ? {} : parseYaml(text);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw wordsFault(`${file} is not a YAML file of settings, such as "data: /srv/archive".`);
  const found: Partial<Record<Key, string>> = {};
  for (const [key, value] of Object.entries(parsed as Readonly<Record<string, unknown>>)) {
    if (!isKey(key)) throw wordsFault(`${file} has the unknown key "${key}". It can have ${KEYS.join(', ')}.`);
    if (typeof value !== 'string') throw wordsFault(`In ${file}, ${key} must be a text.`);
    if (value !== '') found[key] = key === 'data' ? pathOf(value, file, environment) : value;
  }
  return { ...found, file };
};

/** Reads `config.yaml` of the user's folder; a missing one has no settings. Rejects with CommandFault. */
export const readUserSettings = async (environment: Environment): Promise<UserSettings> => {
  const file = join(userFolder(environment), 'config.yaml');
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')) return '';
    const why = error instanceof Error ? error.message : String(error);
    throw new CommandFault(`${file} cannot be read (${why}).`, { code: 'settings-unreadable', exit: 2 });
  });
  return settingsIn(text, file, environment);
};
