import type { Command } from 'commander';
import { CommandFault } from '../command-fault.js';

/**
 * Parses the arguments of a command. When they only ask for help, that is written and the action is not called. Throws
 * CommandFault with the usage for invalid arguments.
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
