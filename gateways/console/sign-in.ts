import type { IncomingMessage } from 'node:http';
import {
  beginConsoleSession,
  type ConsoleSessionStore,
  type SessionTokens,
} from '../../commands/console-sessions/console-sessions.js';
import { cause } from '../../events/cause.js';
import { codeOf } from '../../flow/error-code.js';
import type { Identify } from '../http/identify.js';
import type { Logger } from '../http/logger.js';
import type { ConsoleCookies } from './cookies.js';
import type { PendingSignIn, PeopleProvider } from './people-provider.js';
import { redirect, type ConsoleAnswer } from './short-answer.js';

/** By what people sign in. */
export interface SignInOptions {
  readonly provider: PeopleProvider;
  readonly store: ConsoleSessionStore;
  /** Identifies the caller of a token, as the services do. */
  readonly identify: Identify;
}

/** What signing in and out has at one console. */
export interface SignInParts extends SignInOptions {
  /** The public address of the console. */
  readonly address: string;
  readonly cookies: ConsoleCookies;
  readonly log: Logger;
}

/** How people sign in. */
export interface SignIn {
  /** Sends the browser to the provider, from where it comes back to the page `back`. */
  begin(back: string, number: string): Promise<ConsoleAnswer>;
  /** Answers the browser that comes back from the provider, with this query. */
  complete(request: IncomingMessage, query: string, number: string): Promise<ConsoleAnswer>;
}

/** What the browser keeps meanwhile. */
interface KeptSignIn extends PendingSignIn {
  readonly back: string;
}

/** How long a person has to sign in at the provider. */
const PENDING_SECONDS = 1_800;

type SignInProblem = 'refused' | 'begun-elsewhere' | 'unavailable' | 'token-unusable';

const PROBLEMS: Readonly<Record<string, SignInProblem>> = {
  'login-refused': 'refused',
  'login-ended': 'refused', // the code was spent or is too old
  'client-refused': 'refused',
};

const problemOf = (error: unknown): SignInProblem => PROBLEMS[codeOf(error) ?? ''] ?? 'unavailable';

const keptIn = (text: string | null): KeptSignIn | null => {
  try {
    const kept = JSON.parse(Buffer.from(text ?? '', 'base64url').toString()) as Partial<KeptSignIn>;
    const { state, nonce, verifier, back } = kept;
    return [state, nonce, verifier, back].every((each) => typeof each === 'string') ? (kept as KeptSignIn) : null;
  } catch {
    return null;
  }
};

/** The path of a page of the console, to which a person may be sent: nobody is sent elsewhere by a link. */
const ownPage = (address: string, back: string): string => {
  const { pathname, origin } = new URL(address);
  const url = URL.canParse(back, `${address}/`) ? new URL(back, `${address}/`) : null;
  const isOwn = url?.origin === origin && (url.pathname === pathname || url.pathname.startsWith(`${pathname}/`));
  const isPage = isOwn && !url.pathname.startsWith(`${pathname}/api/`);
  return isPage ? url.pathname + url.search + url.hash : `${pathname}/`;
};

/** Shows the page that says why a sign-in failed. */
const failed = (
  { address, cookies, log }: SignInParts,
  problem: SignInProblem,
  { back, number, error }: { readonly back: string; readonly number: string; readonly error?: unknown },
): ConsoleAnswer => {
  log.warn('A sign-in failed.', { problem, number, ...(error === undefined ? {} : cause(error)) });
  const query = new URLSearchParams({ back, problem, number });
  return redirect(`${address}/sign-in?${query.toString()}`, [cookies.setPending(null, 0)]);
};

/** Begins a session for the person whose tokens these are. */
const opened = async (
  parts: SignInParts,
  tokens: SessionTokens,
  { back, number }: { readonly back: string; readonly number: string },
): Promise<ConsoleAnswer> => {
  const { identify, store, address, cookies, log } = parts;
  const authorization = [`Bearer ${tokens.accessToken}`];
  const identity = await identify({ values: (name) => (name === 'authorization' ? authorization : []) });
  const unusable = (why: string): ConsoleAnswer =>
    failed(parts, 'token-unusable', { back, number, error: new Error(why) });
  if ('refused' in identity) return unusable(identity.because);
  const { actor } = identity.caller;
  if (actor === null) return unusable('the token names nobody');
  const token = await beginConsoleSession(store, { agent: actor.agent, tokens });
  log.info('A person signed in.', { caller: actor.agent, number });
  const set = cookies.setSession(token, Math.round(store.longestMs / 1_000));
  return redirect(new URL(address).origin + back, [set, cookies.setPending(null, 0)]);
};

/** People sign in at the console by the authorization code flow; the browser keeps what belongs to it meanwhile. */
export const signIn = (parts: SignInParts): SignIn => {
  const { provider, address, cookies } = parts;
  const returnUri = `${address}/api/signed-in`;
  return {
    begin: async (asked, number) => {
      const back = ownPage(address, asked);
      try {
        const { address: there, pending } = await provider.begin(returnUri);
        const kept: KeptSignIn = { ...pending, back };
        const text = Buffer.from(JSON.stringify(kept)).toString('base64url');
        return redirect(there, [cookies.setPending(text, PENDING_SECONDS)]);
      } catch (error) {
        return failed(parts, problemOf(error), { back, number, error });
      }
    },
    complete: async (request, query, number) => {
      const kept = keptIn(cookies.pending(request));
      const back = ownPage(address, kept?.back ?? '');
      if (kept === null || kept.state !== new URLSearchParams(query).get('state'))
        return failed(parts, 'begun-elsewhere', { back, number });
      try {
        const tokens = await provider.complete(new URL(`${returnUri}?${query}`), kept);
        return await opened(parts, tokens, { back, number });
      } catch (error) {
        return failed(parts, problemOf(error), { back, number, error });
      }
    },
  };
};
