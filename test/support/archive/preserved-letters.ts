import { appendFile, cp, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { preserveEnd } from '../command-line/preserve-end.js';
import { projectRoot } from '../project-root.js';

/** The sample letters, preserved twice as `letters/1911`, and changed in between as the pages tell it. */
export interface PreservedLetters {
  /** The data folder. */
  readonly data: string;
  readonly remove: () => Promise<void>;
}

const preserve = async (folder: string, data: string, message: string): Promise<void> => {
  const words = [
    folder,
    '--as',
    'letters/1911',
    '--name',
    'Letters of 1911',
    '--agent',
    'ada',
    '--message',
    message,
    '--yes',
  ];
  const { code, messages } = await preserveEnd(words, { environment: { MUNIMENT_DATA: data } });
  expect(code, messages).to.equal(0);
};

/** Preserves them in a data folder of its own. */
export const preserveLetters = async (): Promise<PreservedLetters> => {
  const root = await mkdtemp(join(tmpdir(), 'muniment-letters-'));
  const [data, scans] = [join(root, 'data'), join(root, 'scans')];
  await cp(join(projectRoot, 'samples/letters-1911'), scans, { recursive: true });
  await preserve(scans, data, 'First version');
  await rename(join(scans, 'pictures/mill.svg'), join(scans, 'pictures/the mill.svg'));
  await appendFile(join(scans, 'index.csv'), 'The mill burned down in 1913.\n');
  await writeFile(join(scans, '1911-04-20 Jürgen an Clara.txt'), 'Dear Clara, the mill turns again.\n');
  await rm(join(scans, 'to be sorted/blank page #7.txt'));
  await preserve(scans, data, 'Mill renamed, note added');
  return { data, remove: () => rm(root, { recursive: true }) };
};
