import type { RefusedRequest } from '../../../clients/api/service-requests.js';
import { CommandFault } from '../../../clients/command-line/command-fault.js';
import { printable, shownName } from '../../../clients/command-line/output/printable.js';
import { parsePath } from '../../../formats/paths/repository-path.js';

const NO_LOGIN = 4;

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `12 Oct`, local. */
const dayText = (since: string): string => {
  const date = new Date(since);
  return `${date.getDate()} ${MONTHS[date.getMonth()] ?? ''}`;
};

/** A server that wants to know its callers; `why` says what is wrong with the login that there is. */
export const needsLogin = (server: string, why = '', next = `muniment login ${server}`): CommandFault =>
  new CommandFault(`${server} needs a login${why === '' ? '.' : `. ${why}`}`, {
    code: 'login-needed',
    exit: NO_LOGIN,
    next,
  });

/** The same, of a login that was made at a time. */
export const expiredLogin = (server: string, since: string): CommandFault =>
  needsLogin(server, `The login of ${dayText(since)} has expired.`);

/** A server whose users log in elsewhere than the client that the environment names: its secret is not sent there. */
export const otherProvider = (server: string, named: URL, own: URL): CommandFault =>
  new CommandFault(
    `${server} names ${printable(named.href)} as its identity provider, and the client in MUNIMENT_CLIENT_ID is one of ${printable(own.href)}.`,
    { code: 'login-unknown', exit: NO_LOGIN, next: 'ask who runs the archive' },
  );

/** What a request was about: a path of the archive, else all of it. */
const aboutOf = (server: string, url: string): string => {
  const [bare = ''] = url.slice(server.length).split('?');
  const [, escaped] = /^\/(?:repository|content|files|versions|history|children)\/(.+)$/.exec(bare) ?? [];
  return escaped === undefined ? 'the archive' : shownName(parsePath(escaped));
};

/** A caller who is known, and has no right to what it asked for. */
export const forbiddenCaller = (server: string, who: string, { method, url, fault }: RefusedRequest): CommandFault => {
  const did = method === 'GET' || method === 'HEAD' ? 'read' : 'change';
  const why = fault.detail === null ? '' : ` The server says: ${printable(fault.detail)}`;
  return new CommandFault(`${who} may not ${did} ${aboutOf(server, url)}.${why}`, {
    code: 'forbidden',
    exit: NO_LOGIN,
    next: fault.advice ?? 'ask who runs the archive',
  });
};

/** A caller whose token is good, and names nobody. */
export const unnamedCaller = (server: string): CommandFault =>
  new CommandFault(`${server} does not know who is calling: the token names neither a user nor a known client.`, {
    code: 'caller-unnamed',
    exit: NO_LOGIN,
    next: 'muniment whoami',
  });

/** A fault of the identity provider: try again where it is away. */
export const providerFault = (message: string, isTransient: boolean, cause: unknown): CommandFault =>
  new CommandFault(
    message,
    isTransient
      ? { code: 'provider-away', exit: 5, next: 'the same again later' }
      : { code: 'login-refused', exit: NO_LOGIN, next: 'ask who runs the archive' },
    { cause },
  );
