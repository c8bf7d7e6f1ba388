import type { IncomingMessage } from 'node:http';
import { hostnameOf, isLoopbackHost } from '../http/obeyed-sources.js';
import { json } from '../http/route.js';
import { isOfOwnPage, isRead } from './own-page.js';
import type { Sessions } from './sessions.js';
import { onlyBy, redirect, STRANGER, type ConsoleAnswer } from './short-answer.js';
import type { SignIn } from './sign-in.js';

/** Who is asked about sessions at one console. */
export interface SessionParts {
  /** The public address of the console, and those of the services, for the page. */
  readonly address: string;
  readonly services: Readonly<Record<'preservation' | 'storage', string>>;
  /** Null while authentication is off. */
  readonly people: {
    readonly sessions: Sessions;
    readonly signIn: SignIn;
    /** The host of the identity provider. */
    readonly provider: string;
  } | null;
  /** The agent of all work while authentication is off. */
  readonly developmentAgent: string;
}

/** One request about sessions. */
interface SessionRequest {
  readonly request: IncomingMessage;
  readonly query: string;
  /** By which operators find it in the log. */
  readonly number: string;
}

type SessionRoute = (parts: SessionParts, asked: SessionRequest) => Promise<ConsoleAnswer> | ConsoleAnswer;

/** Who is signed in. */
const session: SessionRoute = async ({ address, people, services, developmentAgent }, { request }) => {
  if (!isRead(request)) return onlyBy('GET, HEAD');
  if (!isOfOwnPage(request, address)) return STRANGER;
  if (people === null)
    return json(200, { signIn: 'off', agent: developmentAgent, provider: null, expires: null, services });
  const found = await people.sessions.find(request);
  if (found === null) return people.sessions.wanted(request);
  const { agent, expires } = found;
  return json(200, { signIn: 'on', agent, provider: people.provider, expires, services });
};

/**
 * Whether a browser on this machine uses another name of it than the public address has, such as `localhost`: its cookies
 * would not come with the way back from the provider.
 */
const isByOtherName = (address: string, { headers: { host = '' } }: IncomingMessage): boolean => {
  const { hostname } = new URL(address);
  const used = hostnameOf(host) ?? hostname;
  return used !== hostname && isLoopbackHost(used) && isLoopbackHost(hostname);
};

const begin: SessionRoute = ({ address, people }, { request, query, number }) => {
  if (request.method !== 'GET') return onlyBy('GET');
  if (people === null) return redirect(`${new URL(address).pathname}/`);
  const back = new URLSearchParams(query).get('back') ?? '';
  if (isByOtherName(address, request))
    return redirect(`${address}/api/sign-in?${new URLSearchParams({ back }).toString()}`);
  return people.signIn.begin(back, number);
};

const complete: SessionRoute = ({ address, people }, { request, query, number }) => {
  if (request.method !== 'GET') return onlyBy('GET');
  return people === null ? redirect(`${new URL(address).pathname}/`) : people.signIn.complete(request, query, number);
};

const end: SessionRoute = ({ address, people }, { request }) => {
  if (request.method !== 'POST') return onlyBy('POST');
  if (!isOfOwnPage(request, address)) return STRANGER;
  return people === null ? json(200, { continue: `${new URL(address).pathname}/` }) : people.sessions.end(request);
};

/** By their paths below the console's own. */
export const SESSION_ROUTES: ReadonlyMap<string, SessionRoute> = new Map([
  ['/api/session', session],
  ['/api/sign-in', begin],
  ['/api/signed-in', complete],
  ['/api/sign-out', end],
]);
