import type { Surroundings } from '../../infra/compose/commands/command-surroundings.js';

/** How a command ended in this process, and all that it said. */
export interface CommandEnd {
  readonly code: number;
  readonly output: string;
  readonly messages: string;
}

/** Runs a command of the platform in this process, without a terminal and with no other settings than these. */
export const commandEnd = async (
  command: (words: readonly string[], surroundings: Surroundings) => Promise<number>,
  words: readonly string[],
  { environment, ...around }: Partial<Surroundings> = {},
): Promise<CommandEnd> => {
  const said = { output: '', messages: '' };
  const code = await command(words, {
    environment: { MUNIMENT_LOG_LEVEL: 'error', ...environment },
    output: { write: (text) => (said.output += text) },
    messages: { write: (text) => (said.messages += text) },
    interrupted: new Promise(() => undefined),
    ...around,
  });
  return { code, ...said };
};
