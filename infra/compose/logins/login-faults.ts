import { CommandFault } from '../../../clients/command-line/command-fault.js';

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
