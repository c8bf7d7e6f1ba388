import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Writes a command into a folder, as a script of the shell; answers the folder. */
export const shellCommand = (folder: string, name: string, script: string): string => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, name), 0o755);
  return folder;
};

/** Writes commands that play a tool, from test/infra/tools/stand-ins; answers the folder. */
export const standIns = (folder: string, ...names: readonly ('sf' | 'clamscan' | 'exiftool')[]): string => {
  for (const name of names) {
    const program = fileURLToPath(new URL(`../../infra/tools/stand-ins/${name}.js`, import.meta.url));
    shellCommand(folder, name, `exec '${process.execPath}' '${program}' "$@"`);
  }
  return folder;
};
