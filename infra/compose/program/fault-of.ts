import { ApiFault } from '../../../clients/api/api-fault.js';
import { ArchiveFault, type ArchiveFaultCode } from '../../../clients/archive/archive.js';
import { CommandFault } from '../../../clients/command-line/command-fault.js';
import { codeOf } from '../../../flow/error-code.js';
import { firstFailure, startSentence } from '../process/start-sentence.js';

const NOT_DONE = 2;
const NO_PERMISSION = 4;
const TRY_AGAIN = 5;

const EXITS: Readonly<Partial<Record<ArchiveFaultCode, number>>> = {
  unavailable: TRY_AGAIN,
  incomplete: TRY_AGAIN,
  unauthorized: NO_PERMISSION,
  forbidden: NO_PERMISSION,
};

/** A data folder that another process has, or a server that does not answer. */
const NOT_NOW: ReadonlySet<string> = new Set(['archive-in-use', 'store-in-use', 'database-in-use', 'server-away']);

const exitOf = ({ status, transient }: ApiFault): number => {
  if (status === 401 || status === 403) return NO_PERMISSION;
  return transient || status === 0 || status >= 500 ? TRY_AGAIN : 1;
};

const ofService = (error: ApiFault): CommandFault => {
  const next = error.advice === null ? {} : { next: error.advice };
  return new CommandFault(error.message, { code: error.code, exit: exitOf(error), ...next }, { cause: error });
};

const other = (error: unknown, environment: Readonly<Record<string, string | undefined>>): CommandFault => {
  const code = codeOf(firstFailure(error));
  const isDebug = environment['MUNIMENT_LOG_LEVEL'] === 'debug' && error instanceof Error;
  const message = isDebug ? (error.stack ?? error.message) : startSentence(error);
  const exit = NOT_NOW.has(code ?? '') ? TRY_AGAIN : NOT_DONE;
  const about = code === null ? { code: 'unexpected', next: 'MUNIMENT_LOG_LEVEL=debug shows more' } : { code };
  return new CommandFault(message, { ...about, exit }, { cause: error });
};

/** What an error says to the user. */
export const faultOf = (error: unknown, environment: Readonly<Record<string, string | undefined>>): CommandFault => {
  if (error instanceof CommandFault) return error;
  if (error instanceof ArchiveFault)
    return new CommandFault(error.message, { code: error.code, exit: EXITS[error.code] ?? 1 }, { cause: error });
  if (error instanceof ApiFault) return ofService(error);
  return other(error, environment);
};
