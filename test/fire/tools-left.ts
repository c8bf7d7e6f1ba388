import { setTimeout as pause } from 'node:timers/promises';
import { processesWith } from '../support/processes/processes-with.js';

/** A tool notices the death of its platform within this time. */
const PATIENCE_MS = 60_000;

/** The tools of a folder that go on although the platforms that began them have died. */
export const toolsLeft = async (folder: string): Promise<string[]> => {
  const deadline = performance.now() + PATIENCE_MS;
  while (processesWith(folder).length > 0 && performance.now() < deadline) await pause(20);
  return processesWith(folder).map((line) => `a tool still runs: ${line}`);
};
