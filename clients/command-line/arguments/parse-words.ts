import type { Command } from 'commander';
import { CommandFault } from '../command-fault.js';

/**
 * Lets a command read the words after its name. Its action is not called when they only ask for help, which is written.
 * Throws CommandFault, with the usage where the words do not fit.
 */
export const parseWords = (
  command: Command,
  words: readonly string[],
  { usage, write }: { readonly usage: string; readonly write: (text: string) => void },
): void => {
  command.exitOverride().configureOutput({ writeOut: write, writeErr: () => undefined });
  try {
    command.parse(words, { from: 'user' });
  } catch (error) {
    if (error instanceof CommandFault) throw error;
    const { code, message } = error as { readonly code?: string; readonly message: string };
    if (code === 'commander.helpDisplayed') return;
    throw new CommandFault(`${message.replace(/^error: /, '')} (usage: ${usage})`);
  }
};
