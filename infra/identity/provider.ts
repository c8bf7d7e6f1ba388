import { createRemoteJWKSet, customFetch, type FetchImplementation } from 'jose';
import { allowInsecureRequests, discovery, None, type ClientAuth, type Configuration } from 'openid-client';
import { IdentityFault } from './fault.js';
import { readKeys, type FindKey, type KeySet } from './key-set.js';

/** The time-out of a request to the provider. */
const TIMEOUT_SECONDS = 5;
const LONGEST_JWKS = 1_000_000;

const unavailable = (issuer: URL, cause: unknown): IdentityFault =>
  cause instanceof IdentityFault
    ? cause
    : new IdentityFault('provider-unavailable', `The identity provider ${issuer.href} cannot be asked.`, { cause });

/** Unencrypted requests are only for an issuer on this machine; the settings enforce that. */
const isPlain = (issuer: URL): boolean => issuer.protocol === 'http:';

/** Reads the provider's metadata (OpenID discovery); rejects with IdentityFault. */
export const discoverProvider = (issuer: URL, clientId: string, authentication: ClientAuth): Promise<Configuration> =>
  discovery(issuer, clientId, undefined, authentication, {
    timeout: TIMEOUT_SECONDS,
    // oxlint-disable-next-line typescript/no-deprecated -- marked as deprecated only as a warning
    execute: isPlain(issuer) ? [allowInsecureRequests] : [],
  }).catch((cause: unknown) => {
    throw unavailable(issuer, cause);
  });

/** Rejects where the response is too long for a key set. */
const boundedFetch: FetchImplementation = async (url, options) => {
  const response = await fetch(url, options);
  if (response.status !== 200) return response;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > LONGEST_JWKS) throw new Error(`The keys at ${url} are too long.`);
    chunks.push(chunk);
  }
  return new Response(Buffer.concat(chunks));
};

const fetchKeys = async (uri: URL): Promise<FindKey> => {
  const remote = createRemoteJWKSet(uri, { timeoutDuration: TIMEOUT_SECONDS * 1000, [customFetch]: boundedFetch });
  await remote.reload();
  const keyFor = await readKeys(remote.jwks()?.keys ?? []);
  if (keyFor === null) throw new Error(`There is no usable key at ${uri.href}.`);
  return keyFor;
};

/** Loads the provider's present signing keys; rejects with IdentityFault, also where there is none. */
export const loadKeys = async (issuer: URL): Promise<KeySet> => {
  const metadata = (await discoverProvider(issuer, 'muniment', None())).serverMetadata();
  try {
    const uri = new URL(metadata.jwks_uri ?? '');
    if (uri.protocol !== 'https:' && !isPlain(issuer)) throw new Error(`The keys at ${uri.href} are not encrypted.`);
    return { issuer: metadata.issuer, keyFor: await fetchKeys(uri) };
  } catch (cause) {
    throw unavailable(issuer, cause);
  }
};
