import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gives each test of this suite an empty folder of its own. Afterwards `leave` ends what is in it, and it is removed. */
export const temporaryFolder = (leave: (folder: string) => Promise<unknown> = async () => {}): (() => string) => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'muniment-'));
  });
  afterEach(async () => {
    await leave(folder);
    rmSync(folder, { recursive: true, force: true });
  });
  return () => folder;
};
