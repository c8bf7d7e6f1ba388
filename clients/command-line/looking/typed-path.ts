import { wordsFault } from '../command-fault.js';
import { readTypedPath, type TypedPath } from '../program/archive-path.js';

/** `.`, with a version or without. */
const HERE = /^\.\/?(@(?:v\d+)?)?$/;

/** The path of the group that the folder one is in names. Rejects with CommandFault. */
const groupHere = async (): Promise<string> => {
  const { readFolderSettings, SETTINGS_FILE } = await import('../folder/folder-settings.js');
  const settings = await readFolderSettings('.');
  if (settings !== null) return settings.group;
  throw wordsFault(
    `"." is the group that ${SETTINGS_FILE} in this folder names, and there is no such file.`,
    'muniment ls',
  );
};

/**
 * Reads a path in the archive as `readTypedPath` does; `.` is the group in `muniment.yaml` of the folder one is in. Rejects
 * with CommandFault.
 */
export const typedPath = async (word: string, server: string | null = null): Promise<TypedPath> => {
  const here = HERE.exec(word);
  if (here === null) return readTypedPath(word, server);
  const { path } = readTypedPath(`${await groupHere()}@`);
  return { path, version: readTypedPath(`here${here[1] ?? ''}`).version };
};
