import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runMuniment } from '../command-line/run-muniment.js';

/** One cell for each that the command prints. */
export interface AdoptionRow {
  readonly code: string;
  readonly group: string;
  readonly root: string;
  readonly message: string;
}

export interface Adoption {
  readonly exit: number;
  readonly rows: readonly AdoptionRow[];
  readonly summary: string;
  readonly messages: string;
}

/** Adopts from a data folder as the command does. */
export const adoptData = async (data: string, ...words: string[]): Promise<Adoption> => {
  const adopting = await runMuniment(['adopt', ...words], { environment: { MUNIMENT_DATA: data } });
  const { code: exit, stdout, stderr: messages } = adopting;
  const lines = stdout.split('\n').slice(0, -1);
  const rows = lines.slice(0, -1).map((line) => {
    const [code = '', group = '', root = '', message = ''] = line.split('\t');
    return { code, group, root, message };
  });
  return { exit, rows, summary: lines.at(-1) ?? '', messages };
};

/** Deletes the log of a stopped platform, and the read models that were made of it. */
export const loseLog = async (data: string): Promise<void> => {
  for (const name of ['events.sqlite', 'documents.sqlite'])
    for (const rest of ['', '-wal', '-shm', '-journal']) await rm(join(data, name + rest), { force: true });
};
