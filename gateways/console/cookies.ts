import type { IncomingMessage } from 'node:http';

/** The cookies of the console at one address. */
export interface ConsoleCookies {
  /** The token of the session in a request; null where it has none. */
  session(request: IncomingMessage): string | null;
  /** What the browser kept since the beginning of a sign-in; null where it has nothing. */
  pending(request: IncomingMessage): string | null;
  /** Values of Set-Cookie: the session for so many seconds, of none with null; as that of a sign-in. */
  readonly setSession: (token: string | null, seconds: number) => string;
  readonly setPending: (text: string | null, seconds: number) => string;
}

const valueOf = ({ headers: { cookie = '' } }: IncomingMessage, name: string): string | null => {
  const pair = cookie.split(';').find((each) => each.trim().startsWith(`${name}=`));
  return pair === undefined ? null : pair.trim().slice(name.length + 1);
};

/**
 * The cookies of a console at this public address. Browsers send the cookies of a host to each of its ports, so the names
 * have the port. No script can read them. That of the session goes with requests of the console's own pages only; that of a
 * sign-in also with the way back from the provider.
 */
export const consoleCookies = (address: string): ConsoleCookies => {
  const { protocol, port, pathname } = new URL(address);
  const isSecure = protocol === 'https:';
  const nameOf = (what: string): string => `${isSecure ? '__Secure-' : ''}muniment-${what}${port && `-${port}`}`;
  const set =
    (name: string, path: string, sameSite: string) =>
    (value: string | null, seconds: number): string =>
      `${name}=${value ?? ''}; Path=${path}; Max-Age=${value === null ? 0 : seconds}; HttpOnly; SameSite=${sameSite}${isSecure ? '; Secure' : ''}`;
  const [session, pending] = [nameOf('session'), nameOf('sign-in')];
  return {
    session: (request) => valueOf(request, session) || null,
    pending: (request) => valueOf(request, pending) || null,
    setSession: set(session, pathname, 'Strict'),
    setPending: set(pending, `${pathname}/api/signed-in`, 'Lax'),
  };
};
