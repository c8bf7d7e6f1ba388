import type { IncomingMessage, ServerResponse } from 'node:http';
import { faultAnswer, NO_OWN_FAULTS } from '../http/fault-answer.js';
import { problem } from '../http/answer/problem.js';
import type { Logger } from '../http/logger.js';
import { hostRefusal, SERVE_HOST, type ObeyedSources } from '../http/obeyed-sources.js';
import { splitTarget } from '../http/request/request-target.js';
import { consoleCookies } from './cookies.js';
import { forwardedIn, forwardSession, type Forwarding } from './forward-session.js';
import { isRead } from './own-page.js';
import type { PageFiles } from './page-files.js';
import { SESSION_ROUTES, type SessionParts } from './session-routes.js';
import { sessions } from './sessions.js';
import { consoleProblem, numbered, onlyBy, sendShort } from './short-answer.js';
import { signIn, type SignInOptions } from './sign-in.js';
import { unbuiltPage, type BuildState } from './unbuilt-page.js';

/** What the server part of the console stands on. */
export interface ConsoleOptions extends Pick<SessionParts, 'services' | 'developmentAgent'> {
  /** The public address of the console: that of the preservation service, and `/console`. */
  readonly address: string;
  readonly files: PageFiles;
  readonly buildState: () => BuildState;
  /** Null while authentication is off. */
  readonly people: SignInOptions | null;
  /** Where requests may come from while authentication is off. */
  readonly sources: ObeyedSources | undefined;
  readonly forward: Forwarding['forward'];
  readonly log: Logger;
}

/** Answers requests below the console's path, and only those: false for any other. */
export type Console = (request: IncomingMessage, response: ServerResponse & { req: IncomingMessage }) => boolean;

/** The path of the console at the preservation service. */
export const CONSOLE = '/console';

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

const partsOf = ({ people, address, services, developmentAgent, forward, log }: ConsoleOptions) => {
  const signing = people === null ? null : { ...people, address, cookies: consoleCookies(address), log };
  const found = signing === null ? null : sessions(signing);
  const forwarding: Forwarding = { address, forward, sessions: found };
  const own: SessionParts = {
    address,
    services,
    developmentAgent,
    people:
      signing === null || found === null
        ? null
        : { sessions: found, signIn: signIn(signing), provider: signing.provider.host },
  };
  return { forwarding, own };
};

/** The console, below its path at the preservation service. */
export const createConsole = (options: ConsoleOptions): Console => {
  const { files, buildState, sources, log } = options;
  const { forwarding, own } = partsOf(options);

  const answer: (...asked: [...Parameters<Console>, path: string, query: string]) => Promise<void> = async (
    request,
    response,
    path,
    query,
  ) => {
    const refusal = sources === undefined ? null : hostRefusal(sources, request);
    const forwarded = forwardedIn(path, query);
    const route = SESSION_ROUTES.get(path);
    if (refusal !== null) sendShort(response, problem(403, { detail: refusal, advice: SERVE_HOST }));
    else if (forwarded !== null) await forwardSession(forwarding, request, response, forwarded);
    else if (route !== undefined) sendShort(response, await route(own, { request, query, number: numbered(response) }));
    else if (path.startsWith('/api/'))
      sendShort(response, consoleProblem(404, 'not-found', 'There is no such address.'));
    else if (!isRead(request)) sendShort(response, onlyBy('GET, HEAD'));
    else if (!(await files.serve(request, response, decoded(path.slice(1)))))
      sendShort(response, unbuiltPage(buildState()));
  };

  return (request, response) => {
    const { path, query } = splitTarget(request.url ?? '') ?? { path: '', query: '' };
    if (path !== CONSOLE && !path.startsWith(`${CONSOLE}/`)) return false;
    answer(request, response, path.slice(CONSOLE.length), query).catch((fault: unknown) => {
      if (response.headersSent) response.destroy();
      else sendShort(response, faultAnswer(fault, NO_OWN_FAULTS, log, { isRepeatable: isRead(request) }));
    });
    return true;
  };
};
