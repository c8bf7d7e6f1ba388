import { runCommand } from '../commands/command-process.js';

/** Commands that read their words themselves, and the highest exit code with which each has ended in order. */
const COMMANDS = {
  adopt: [async () => (await import('../commands/run-adopt.js')).runAdopt, 2],
  archive: [async () => (await import('../commands/run-archive.js')).runArchive, 2],
  audit: [async () => (await import('../commands/run-audit.js')).runAudit, 2],
} as const;

export type FormerCommand = keyof typeof COMMANDS;

export const isFormerCommand = (name: string | null): name is FormerCommand =>
  name !== null && Object.hasOwn(COMMANDS, name);

export const runFormerCommand = async (name: FormerCommand, words: readonly string[]): Promise<void> => {
  const [load, mostInOrder] = COMMANDS[name];
  await runCommand(await load(), words, mostInOrder);
};
