import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const holds = (folder: string): string => {
  if (existsSync(join(folder, 'package-lock.json'))) return folder;
  return holds(dirname(folder));
};

/** The folder that holds package-lock.json, wherever the compiled tests lie. */
export const projectRoot = holds(dirname(fileURLToPath(import.meta.url)));
