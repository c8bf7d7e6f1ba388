import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';

/** A command as an absolute path: one with a slash as it is, another in the folders of `path`; null where there is none. */
export const findCommand = (command: string, path: string): string | null => {
  const places = command.includes('/')
    ? [resolve(command)]
    : path.split(delimiter).flatMap((folder) => (isAbsolute(folder) ? [join(folder, command)] : []));
  return places.find(isExecutable) ?? null;
};

const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
};
