import { agentName } from '../../../formats/agents/agent-name.js';
import { isOnThisComputer } from '../../http/loopback.js';
import type { AuthorizationCodes } from './authorization-codes.js';
import { NO_NAME, type Page } from './device-page.js';
import { signedOutPage, signInPage, wrongRequestPage } from './sign-in-page.js';

/** A page, or the address that the browser is sent to. */
export type PageOrAddress = Page | { readonly address: URL };

/** A client's request for a person to sign in (RFC 6749, 4.1.1; RFC 7636, 4.3; OpenID Connect). */
interface Asked {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly state: string | null;
  readonly challenge: string;
  readonly nonce: string | null;
}

interface SignInParts {
  readonly issuer: string;
  readonly publicClient: string;
  readonly scopes: readonly string[];
  readonly codes: AuthorizationCodes;
}

const NAMES = [
  'client_id',
  'redirect_uri',
  'response_type',
  'scope',
  'state',
  'nonce',
  'code_challenge',
  'code_challenge_method',
] as const;

const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/** Trials are on this computer: a code goes to no other (RFC 8252, 7.3). */
const isOwnAddress = (text: string): boolean =>
  URL.canParse(text) &&
  new URL(text).protocol === 'http:' &&
  isOnThisComputer(new URL(text)) &&
  new URL(text).hash === '';

const sentBack = (
  redirectUri: string,
  issuer: string,
  members: Readonly<Record<string, string | null>>,
): PageOrAddress => {
  const address = new URL(redirectUri);
  for (const [name, value] of Object.entries({ ...members, iss: issuer } as typeof members))
    if (value !== null) address.searchParams.set(name, value);
  return { address };
};

/** What a request asks for; else the page or the address that says what is wrong with it. */
const readAsked = (
  { issuer, publicClient, scopes }: SignInParts,
  form: URLSearchParams,
): Asked | { readonly refused: PageOrAddress } => {
  const doubled = NAMES.find((name) => form.getAll(name).length > 1);
  if (doubled !== undefined) return { refused: wrongRequestPage(`The request has ${doubled} more than once.`) };
  const clientId = form.get('client_id') ?? '';
  const redirectUri = form.get('redirect_uri') ?? '';
  if (clientId !== publicClient) return { refused: wrongRequestPage('People sign in for another client here.') };
  if (!isOwnAddress(redirectUri))
    return { refused: wrongRequestPage('This issuer sends people back to http addresses of this computer only.') };
  const state = form.get('state');
  const refused = (error: string) => ({ refused: sentBack(redirectUri, issuer, { error, state }) });
  if (form.get('response_type') !== 'code') return refused('unsupported_response_type');
  const challenge = form.get('code_challenge') ?? '';
  if (form.get('code_challenge_method') !== 'S256' || !CHALLENGE.test(challenge)) return refused('invalid_request');
  if (!(form.get('scope') ?? '').split(' ').every((each) => each === '' || scopes.includes(each)))
    return refused('invalid_scope');
  return { clientId, redirectUri, state, challenge, nonce: form.get('nonce') };
};

const sentIn = (form: URLSearchParams): Record<string, string> =>
  Object.fromEntries(NAMES.flatMap((name) => (form.has(name) ? [[name, form.get(name) ?? '']] : [])));

/** Shows the page at which a person signs in. */
export const showSignIn = (parts: SignInParts, query: URLSearchParams): PageOrAddress => {
  const asked = readAsked(parts, query);
  if ('refused' in asked) return asked.refused;
  return signInPage(sentIn(query), { client: new URL(asked.redirectUri).origin });
};

/** Answers the form of that page: sends the person back to the client, with a code or the refusal. */
export const decideSignIn = (parts: SignInParts, body: string): PageOrAddress => {
  const form = new URLSearchParams(body);
  const asked = readAsked(parts, form);
  if ('refused' in asked) return asked.refused;
  const { redirectUri, state, ...grant } = asked;
  const back = (members: Readonly<Record<string, string>>): PageOrAddress =>
    sentBack(redirectUri, parts.issuer, { ...members, state });
  if (form.get('decision') === 'deny') return back({ error: 'access_denied' });
  const name = form.get('chosen') ?? form.get('user') ?? '';
  const user = agentName(name);
  if (user !== null) return back({ code: parts.codes.issue({ ...grant, redirectUri, user }) });
  const { origin } = new URL(redirectUri);
  return signInPage(sentIn(form), { client: origin, wrong: NO_NAME, user: name }, 400);
};

/** Sends a person who has signed out back to where the client wants, on this computer; logins here are the clients' own. */
export const signOut = (query: URLSearchParams): PageOrAddress => {
  const back = query.get('post_logout_redirect_uri') ?? '';
  return isOwnAddress(back) ? { address: new URL(back) } : signedOutPage;
};
