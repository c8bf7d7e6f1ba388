import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse, YAMLParseError } from 'yaml';
import { codeOf } from '../../../flow/error-code.js';
import { wordsFault } from '../command-fault.js';
import { shownName } from '../output/printable.js';

/** The name of the file of settings in a folder. */
export const SETTINGS_FILE = 'muniment.yaml';

/** What a folder says of its versions. */
export interface FolderSettings {
  readonly group: string;
  readonly exclude: readonly string[];
  readonly tools: boolean;
  readonly agent: string | null;
}

/** Far more than settings have; material from outside may have any file of that name. */
const MOST_BYTES = 64 * 1024;

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

const KEYS: Readonly<Record<keyof FolderSettings, (value: unknown) => string | null>> = {
  group: (value) => (isText(value) ? null : 'the path of a group'),
  exclude: (value) => (Array.isArray(value) && value.every(isText) ? null : 'a list of patterns'),
  tools: (value) => (typeof value === 'boolean' ? null : 'true or false'),
  agent: (value) => (isText(value) ? null : 'the name of an agent'),
};

const isKey = (key: string): key is keyof FolderSettings => Object.hasOwn(KEYS, key);

const requireKnown = (path: string, values: Readonly<Record<string, unknown>>): void => {
  for (const [key, value] of Object.entries(values)) {
    if (key === 'server' || key === 'data')
      throw wordsFault(
        `${path} names an archive (${key}), which a folder cannot choose.`,
        `--${key}, or the settings of the user`,
      );
    if (!isKey(key)) throw wordsFault(`${path} has the unknown key ${shownName(key)}: group, exclude, tools or agent.`);
    const wanted = KEYS[key](value);
    if (wanted !== null) throw wordsFault(`${key} in ${path} is not ${wanted}.`);
  }
};

const parsed = (path: string, text: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = parse(text, { maxAliasCount: 0 });
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Readonly<Record<string, unknown>>;
  } catch (error) {
    if (!(error instanceof YAMLParseError || error instanceof ReferenceError)) throw error;
    throw wordsFault(`${path} is not YAML: ${error.message.split('\n', 1)[0] ?? ''}`);
  }
  throw wordsFault(`${path} has no settings, such as group: letters/1911.`);
};

/** Reads the settings in a folder, as it was typed; null where it has none. Rejects with CommandFault for wrong ones. */
export const readFolderSettings = async (folder: string): Promise<FolderSettings | null> => {
  const path = join(folder, SETTINGS_FILE);
  const bytes = await readFile(path).catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')) return null;
    throw wordsFault(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  });
  if (bytes === null) return null;
  if (bytes.length > MOST_BYTES) throw wordsFault(`${path} is too long for settings (${bytes.length} bytes).`);
  const values = parsed(path, bytes.toString('utf8'));
  requireKnown(path, values);
  const { group, exclude = [], tools = false, agent = null } = values as Partial<FolderSettings>;
  if (group === undefined) throw wordsFault(`${path} does not name the group, such as group: letters/1911.`);
  return { group, exclude, tools, agent };
};
