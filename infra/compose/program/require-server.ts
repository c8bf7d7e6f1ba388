import { timeLimit } from '../../../flow/time-limit.js';
import { CommandFault } from '../../../clients/command-line/command-fault.js';
import { codeOf } from '../../../flow/error-code.js';
import { version as own } from '../process/version.js';

/** How long a server is given to say that it is there. */
const ANSWER_MS = 10_000;

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'there is no host of this name',
  EAI_AGAIN: 'the name of the host cannot be looked up',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
};

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no answer within ${ANSWER_MS / 1_000} s`;
  const cause = error.cause ?? error;
  return (
    REASONS[codeOf(cause) ?? ''] ?? (cause instanceof Error && cause.message !== '' ? cause.message : error.message)
  );
};

/** What compatible versions have in common: before 1.0 the minor version. */
const interfaceOf = (version: string): readonly [major: number, minor: number] => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return [major, major === 0 ? minor : 0];
};

const isNewer = (server: string): boolean => {
  const [major, minor] = interfaceOf(server);
  const [ownMajor, ownMinor] = interfaceOf(own);
  return major > ownMajor || (major === ownMajor && minor > ownMinor);
};

const shortOf = (version: string): string => version.split('.').slice(0, 2).join('.');

/**
 * Makes sure that a platform answers at an address, and is not of a version that this program does not know. Rejects with
 * CommandFault, and with the reason of the signal.
 */
export const requireServer = async (address: string, signal?: AbortSignal): Promise<void> => {
  const either = timeLimit(ANSWER_MS, ...(signal === undefined ? [] : [signal]));
  const response = await fetch(`${address}/health`, { signal: either }).catch((error: unknown) => {
    signal?.throwIfAborted();
    const about = { code: 'server-away', exit: 5, next: 'muniment start there' };
    throw new CommandFault(`${address} does not answer (${reasonOf(error)}).`, about, { cause: error });
  });
  await response.body?.cancel();
  const version = response.headers.get('muniment-version');
  if (version === null) {
    const message = `${address} answers, but is no preservation service, or one of an earlier version.`;
    throw new CommandFault(message, { code: 'server-unknown', exit: 2, next: '--server <address>' });
  }
  if (isNewer(version)) {
    const known = `this muniment (${shortOf(own)}) knows up to ${shortOf(own)}`;
    const message = `The server is of version ${shortOf(version)}; ${known}.`;
    throw new CommandFault(message, { code: 'server-newer', exit: 2, next: 'a newer muniment' });
  }
};
