import type { IncomingMessage, ServerResponse } from 'node:http';
import { problem } from '../http/answer/problem.js';
import { readdress, type Forward } from './forward.js';
import { guardAnswer } from './guard-answer.js';
import { isOfOwnPage, isRead } from './own-page.js';
import type { Sessions } from './sessions.js';
import { onlyBy, sendShort, STRANGER, type ConsoleAnswer } from './short-answer.js';

type Service = 'preservation' | 'storage';

/** How requests of pages come to the services. */
export interface Forwarding {
  /** The public address of the console. */
  readonly address: string;
  readonly forward: Readonly<Record<Service, Forward>>;
  /** Null while authentication is off. */
  readonly sessions: Sessions | null;
}

/** A request that a page has for a service. */
export interface Forwarded {
  readonly service: Service;
  /** The path and the query for the service. */
  readonly target: string;
  /** Whether a PDF in the answer is shown by the browser's own viewer. */
  readonly showsPdf: boolean;
}

const PATH = /^\/api\/(pdf\/)?(preservation|storage)(\/.*)$/s;
/** A segment that a proxy might take for a step in the path, so that the token went to another address. */
const STEP = /(^|\/)(\.|%2e){1,2}(\/|$)/i;

/** What a path below the console's own wants of a service; null for any other path. */
export const forwardedIn = (path: string, query: string): Forwarded | null => {
  const [, pdf, service, target] = PATH.exec(path) ?? [];
  if (service === undefined || target === undefined) return null;
  return {
    service: service as Service,
    target: query === '' ? target : `${target}?${query}`,
    showsPdf: pdf !== undefined,
  };
};

const refusalOf = ({ address }: Forwarding, request: IncomingMessage, { target, showsPdf }: Forwarded) => {
  if (!isOfOwnPage(request, address)) return STRANGER;
  if (STEP.test(target.split('?')[0] ?? '')) return problem(400, { detail: 'The path has a segment of dots.' });
  return showsPdf && !isRead(request) ? onlyBy('GET, HEAD') : null;
};

/** The token for the services, none while authentication is off; else why the request is refused. */
const tokenOf = async (
  { sessions }: Forwarding,
  request: IncomingMessage,
): Promise<{ readonly token: string | null } | { readonly refused: ConsoleAnswer }> => {
  if (sessions === null) return { token: null };
  const found = await sessions.find(request);
  return found === null ? { refused: sessions.wanted(request) } : { token: found.tokens.accessToken };
};

/** Passes the request of a page on to a service, in the name of the person. Rejects with faults before anything is sent. */
export const forwardSession = async (
  forwarding: Forwarding,
  request: IncomingMessage,
  response: ServerResponse & { req: IncomingMessage },
  forwarded: Forwarded,
): Promise<void> => {
  const refusal = refusalOf(forwarding, request, forwarded);
  const entry = refusal === null ? await tokenOf(forwarding, request) : { refused: refusal };
  if ('refused' in entry) {
    sendShort(response, entry.refused);
    return;
  }
  readdress(request, forwarded.target, entry.token);
  guardAnswer(response, forwarded.showsPdf);
  forwarding.forward[forwarded.service](request, response);
};
