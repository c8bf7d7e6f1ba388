import type { Command, CommanderError } from 'commander';
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
  for (const each of [command, ...command.commands])
    each.exitOverride().configureOutput({ writeOut: write, writeErr: () => undefined });
  try {
    command.parse(words, { from: 'user' });
  } catch (error) {
    if (error instanceof CommandFault) throw error;
    const { code, exitCode, message } = error as Pick<CommanderError, 'code' | 'exitCode' | 'message'>;
    const isHelp = code === 'commander.helpDisplayed' || code === 'commander.help';
    if (isHelp && exitCode === 0) return;
    const what = isHelp ? 'the name of an action is missing' : message.replace(/^error: /, '');
    throw new CommandFault(`${what} (usage: ${usage})`);
  }
};
