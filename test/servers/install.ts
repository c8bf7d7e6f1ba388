import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Program } from './service.js';

/** In a program's folder: the version that is in it, written when all of it is there. */
const MARK = '.installed';

/** The folder of a program below the cache folder. */
export const programFolder = (cache: string, { folder }: Program): string => join(cache, folder);

/** Whether this version is there whole. */
export const isInstalled = async (cache: string, program: Program): Promise<boolean> => {
  const mark = join(programFolder(cache, program), MARK);
  return existsSync(mark) && (await readFile(mark, 'utf8')).trim() === program.version;
};

/** The log of an installation. */
export const installLog = (cache: string, { folder }: Program): string =>
  join(cache, 'logs', `install-${folder.split('/')[0] ?? folder}.log`);

/**
 * Installs a program unless it is there; true if it had to. It appears in its place whole or not at all. Throws
 * ServiceFault that says why it cannot be had.
 */
export const installProgram = async (cache: string, program: Program): Promise<boolean> => {
  if (await isInstalled(cache, program)) return false;
  const folder = programFolder(cache, program);
  const partial = `${folder}.partial`;
  const log = installLog(cache, program);
  await mkdir(dirname(log), { recursive: true });
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true });
  await program.install(partial, log);
  await writeFile(join(partial, MARK), `${program.version}\n`);
  await rm(folder, { recursive: true, force: true });
  await rename(partial, folder);
  return true;
};

/**
 * Installs programs side by side, but those that are compiled one after the other. Tells of each how it ended; rejects
 * never.
 */
export const installAll = async (
  cache: string,
  programs: readonly Program[],
  ended: (program: Program, outcome: { readonly isNew: boolean } | { readonly error: unknown }) => void,
): Promise<void> => {
  const one = (program: Program): Promise<void> =>
    installProgram(cache, program).then(
      (isNew) => ended(program, { isNew }),
      (error: unknown) => ended(program, { error }),
    );
  const compiled = async (): Promise<void> => {
    for (const program of programs.filter(({ isCompiled }) => isCompiled)) await one(program);
  };
  await Promise.all([compiled(), ...programs.filter(({ isCompiled }) => !isCompiled).map(one)]);
};
