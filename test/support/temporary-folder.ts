import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gives each test of this suite an empty folder of its own, and removes it afterwards. */
export const temporaryFolder = (): (() => string) => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'muniment-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  return () => folder;
};
