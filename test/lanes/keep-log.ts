import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MOST_BYTES = 8 * 1024 * 1024;

/** Keeps the end of what a run has said beside the evidence of its failures. */
export const keepLog = (evidence: string, name: string, log: string): void => {
  const folder = join(evidence, name, 'output');
  mkdirSync(folder, { recursive: true });
  let said: Buffer | string;
  try {
    said = readFileSync(log).subarray(-MOST_BYTES);
  } catch {
    said = 'It said nothing.\n';
  }
  writeFileSync(join(folder, 'output.log'), said);
};
