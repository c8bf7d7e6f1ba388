import { timeLimit } from '../../../flow/time-limit.js';
import { CommandFault } from '../../../clients/command-line/command-fault.js';
import { printable } from '../../../clients/command-line/output/printable.js';
import { isRecord } from '../../../formats/json/json-record.js';
import { isOnThisComputer } from '../../http/loopback.js';
import { readBounded } from '../../http/read-bounded.js';

/** Where and how callers of a server get tokens. */
export interface ServerLogins {
  readonly issuer: URL;
  /** Of people; null where the server names none. */
  readonly clientId: string | null;
  readonly scopes: readonly string[];
}

const ANSWER_MS = 10_000;
const LONGEST = 65_536;

const useless = (server: string, why: string): CommandFault =>
  new CommandFault(`${server} does not say where its users log in: ${printable(why)}.`, {
    code: 'login-unknown',
    exit: 2,
    next: 'ask who runs the archive',
  });

const fetched = async (server: string, signal: AbortSignal | undefined): Promise<unknown> => {
  const response = await fetch(`${server}/.well-known/oauth-protected-resource`, {
    redirect: 'manual', // another origin must not say where passwords are typed
    signal: timeLimit(ANSWER_MS, ...(signal === undefined ? [] : [signal])),
  }).catch((error: unknown) => {
    signal?.throwIfAborted();
    const about = { code: 'server-away', exit: 5, next: 'the same again later' };
    throw new CommandFault(`${server} does not answer.`, about, { cause: error });
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw useless(server, `it answers with status ${response.status}`);
  }
  const text = (await readBounded(response, LONGEST))?.toString('utf8') ?? '';
  try {
    return JSON.parse(text);
  } catch {
    throw useless(server, 'its answer is no JSON');
  }
};

/** An issuer is asked without encryption only where neither it nor the server is on another computer. */
const issuerIn = (server: string, named: unknown): URL => {
  const url = typeof named === 'string' && URL.canParse(named) ? new URL(named) : null;
  if (url?.protocol === 'https:') return url;
  if (url?.protocol === 'http:' && isOnThisComputer(url) && isOnThisComputer(new URL(server))) return url;
  throw useless(server, `its identity provider ${String(named)} has no https address`);
};

const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];

/** What must be the same address, however it was typed. */
const sameAddress = (one: string, other: unknown): boolean =>
  typeof other === 'string' && URL.canParse(other) && new URL(one).href === new URL(other).href;

const elsewhere = (server: string, resource: unknown): CommandFault => {
  const named = printable(String(resource));
  const message = `${server} says that it is ${named}, and a login is good for one address only.`;
  return new CommandFault(message, { code: 'server-elsewhere', exit: 2, next: `muniment login ${named}` });
};

/**
 * Asks a server where its callers log in (RFC 9728); null where they need no login. Rejects with CommandFault, and with the
 * signal's reason.
 */
export const askForLogins = async (server: string, signal?: AbortSignal): Promise<ServerLogins | null> => {
  const metadata = await fetched(server, signal);
  if (!isRecord(metadata)) throw useless(server, 'its answer is no JSON object');
  if (!sameAddress(server, metadata['resource'])) throw elsewhere(server, metadata['resource']);
  const [issuer] = textsIn(metadata['authorization_servers']);
  if (issuer === undefined) return null;
  const { muniment_client_id: clientId } = metadata;
  return {
    issuer: issuerIn(server, issuer),
    clientId: typeof clientId === 'string' && clientId !== '' ? clientId : null,
    scopes: textsIn(metadata['scopes_supported']),
  };
};
