import { allowInsecureRequests, discovery, None, type ClientAuth, type Configuration } from 'openid-client';
import { IdentityFault } from './fault.js';
import { readKeySet, type KeySet } from './key-set.js';

/** How long the provider may take for one answer. */
const TIMEOUT_SECONDS = 5;
const LONGEST_JWKS = 1_000_000;

const unavailable = (issuer: URL, cause: unknown): IdentityFault =>
  cause instanceof IdentityFault
    ? cause
    : new IdentityFault('provider-unavailable', `The identity provider ${issuer.href} cannot be asked.`, { cause });

/** Unencrypted requests are for an issuer on this machine alone; the settings hold to that. */
const isPlain = (issuer: URL): boolean => issuer.protocol === 'http:';

/** Reads what the provider says of itself (OpenID discovery); rejects with IdentityFault. */
export const discoverProvider = (issuer: URL, clientId: string, authentication: ClientAuth): Promise<Configuration> =>
  discovery(issuer, clientId, undefined, authentication, {
    timeout: TIMEOUT_SECONDS,
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- marked so to be noticed, not to go away
    execute: isPlain(issuer) ? [allowInsecureRequests] : [],
  }).catch((cause: unknown) => {
    throw unavailable(issuer, cause);
  });

const readJwks = async (uri: URL): Promise<unknown> => {
  const signal = AbortSignal.timeout(TIMEOUT_SECONDS * 1000);
  const response = await fetch(uri, { signal, redirect: 'error', headers: { accept: 'application/json' } });
  if (response.status !== 200) throw new Error(`The keys at ${uri.href} were answered with ${response.status}.`);
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > LONGEST_JWKS) throw new Error(`The keys at ${uri.href} are too long.`);
  }
  return JSON.parse(text) as unknown;
};

/** Asks the provider for the keys that it signs with now; rejects with IdentityFault, also where it names none. */
export const loadKeys = async (issuer: URL): Promise<KeySet> => {
  const metadata = (await discoverProvider(issuer, 'muniment', None())).serverMetadata();
  try {
    const uri = new URL(metadata.jwks_uri ?? '');
    if (uri.protocol !== 'https:' && !isPlain(issuer)) throw new Error(`The keys at ${uri.href} are not encrypted.`);
    const keys = readKeySet(await readJwks(uri));
    if (keys.length === 0) throw new Error(`There is no usable key at ${uri.href}.`);
    return { issuer: metadata.issuer, keys };
  } catch (cause) {
    throw unavailable(issuer, cause);
  }
};
