import { ApiFault } from '../../../clients/api/api-fault.js';
import { CommandFault } from '../../../clients/command-line/command-fault.js';
import { codeOf } from '../../../flow/error-code.js';
import { firstFailure, startSentence } from '../process/start-sentence.js';
import type { Surroundings } from './command-surroundings.js';

/** Why a command failed, for its user. */
const errorText = (error: unknown, environment: Surroundings['environment']): string => {
  if (error instanceof CommandFault || error instanceof ApiFault) return error.message;
  const isKnown = codeOf(firstFailure(error)) !== null;
  if (environment['MUNIMENT_LOG_LEVEL'] === 'debug' && error instanceof Error) return error.stack ?? error.message;
  return `${startSentence(error)}${isKnown ? '' : ' MUNIMENT_LOG_LEVEL=debug shows more.'}`;
};

/**
 * A command that reads the words after its name, and does what they ask for; `read` answers null where they only ask for
 * help. The command answers its exit code, and never rejects.
 */
export const commandOf =
  <Request>(
    read: (words: readonly string[], write: (text: string) => void) => Request | null,
    work: (request: Request, surroundings: Surroundings) => Promise<number>,
    exitCodeOf: (error: unknown) => number,
  ) =>
  async (words: readonly string[], surroundings: Surroundings): Promise<number> => {
    const { output, messages, environment } = surroundings;
    try {
      const request = read(words, (text) => output.write(text));
      return request === null ? 0 : await work(request, surroundings);
    } catch (error) {
      messages.write(`${errorText(error, environment)}\n`);
      return exitCodeOf(error);
    }
  };
