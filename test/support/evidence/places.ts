import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where evidence of failures goes; the first process decides, and those that it starts are told. */
export const evidenceFolder = (): string => {
  const given = process.env['MUNIMENT_TEST_EVIDENCE'] ?? '';
  if (given !== '') return given;
  const time = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const folder = join(tmpdir(), `muniment-evidence-${time}-${process.pid}`);
  process.env['MUNIMENT_TEST_EVIDENCE'] = folder;
  return folder;
};

/**
 * Gives this process a folder of its own for temporary files, which goes with it: so whatever specs have left there when
 * one of them fails is theirs.
 */
export const ownTemporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'muniment-run-'));
  chmodSync(folder, 0o755); // some specs work as another user
  process.env['TMPDIR'] = folder;
  process.once('exit', () => {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // a process that outlives its spec may still write there
    }
  });
  return folder;
};
