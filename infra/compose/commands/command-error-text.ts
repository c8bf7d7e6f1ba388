import { ApiFault } from '../../../clients/api/api-fault.js';
import { CommandFault } from '../../../clients/command-line/command-fault.js';
import { codeOf } from '../../../flow/error-code.js';
import { firstFailure, startSentence } from '../process/start-sentence.js';

/** Why a command failed, for its user. */
export const commandErrorText = (error: unknown, environment: Readonly<Record<string, string | undefined>>): string => {
  if (error instanceof CommandFault || error instanceof ApiFault) return error.message;
  const isKnown = codeOf(firstFailure(error)) !== null;
  if (environment['MUNIMENT_LOG_LEVEL'] === 'debug' && error instanceof Error) return error.stack ?? error.message;
  return `${startSentence(error)}${isKnown ? '' : ' MUNIMENT_LOG_LEVEL=debug shows more.'}`;
};
