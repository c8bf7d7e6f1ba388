import type { IncomingMessage } from 'node:http';
import {
  endConsoleSession,
  findConsoleSession,
  type FoundSession,
  type SessionTokens,
} from '../../commands/console-sessions/console-sessions.js';
import { usableSession } from '../../commands/console-sessions/renew-session.js';
import { cause } from '../../events/cause.js';
import { codeOf } from '../../flow/error-code.js';
import { json, type Answer } from '../http/route.js';
import { consoleProblem, type ConsoleAnswer } from './short-answer.js';
import type { SignInParts } from './sign-in.js';

/** The sessions of people who are signed in. */
export interface Sessions {
  /** The session of a request, whose token can be used now; null where it has none that lives. Rejects with faults. */
  find(request: IncomingMessage): Promise<FoundSession | null>;
  /** What a request without a session is answered. */
  wanted(request: IncomingMessage): Answer;
  /** Ends the session of a request, at the provider, too. */
  end(request: IncomingMessage): Promise<ConsoleAnswer>;
}

export const sessions = ({ provider, store, address, cookies, log }: SignInParts): Sessions => {
  /** The tokens that a refresh token gives; null where the login has ended. */
  const prolong = async (refreshToken: string): Promise<SessionTokens | null> => {
    try {
      return await provider.prolong(refreshToken);
    } catch (error) {
      if (codeOf(error) === 'login-ended') return null;
      throw error;
    }
  };
  const unreached = (error: unknown): null => {
    log.warn('The identity provider was not told that a person signed out.', cause(error));
    return null;
  };
  return {
    find: async (request) => {
      const token = cookies.session(request);
      const found = token === null ? null : await findConsoleSession(store, token);
      return token === null || found === null ? null : usableSession(store, token, found, prolong);
    },
    wanted: (request) =>
      consoleProblem(401, 'session-wanted', 'Nobody is signed in here.', {
        signIn: 'on',
        provider: provider.host,
        ended: cookies.session(request) !== null,
      }),
    end: async (request) => {
      const token = cookies.session(request);
      const ended = token === null ? null : await endConsoleSession(store, token);
      const refreshToken = ended?.tokens.refreshToken ?? null;
      if (refreshToken !== null) await provider.end(refreshToken).catch(unreached);
      const page = `${address}/sign-in`;
      const there = ended === null ? null : await provider.signOutAddress(page).catch(unreached);
      if (ended !== null) log.info('A person signed out.', { caller: ended.agent });
      const answer = json(200, { continue: there ?? new URL(page).pathname }, { 'Clear-Site-Data': '"cache"' });
      return { ...answer, cookies: [cookies.setSession(null, 0)] };
    },
  };
};
