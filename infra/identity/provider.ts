import { createRemoteJWKSet, customFetch, type FetchImplementation } from 'jose';
import { allowInsecureRequests, discovery, None, type ClientAuth, type Configuration } from 'openid-client';
import { isRecord } from '../../formats/json/json-record.js';
import { IdentityFault } from './fault.js';
import { readKeys, type FindKey, type KeySet } from './key-set.js';

/** The time-out of a request to the provider. */
const TIMEOUT_SECONDS = 5;
const LONGEST_JWKS = 1_000_000;

const unavailable = (issuer: URL, cause: unknown): IdentityFault =>
  cause instanceof IdentityFault
    ? cause
    : new IdentityFault('provider-unavailable', `The identity provider ${issuer.href} cannot be asked.`, { cause });

const causesOf = (error: unknown): readonly unknown[] =>
  error instanceof Error ? [error, ...causesOf(error.cause)] : [error];

/** What in an answer to discovery does not fit the settings; null where something else is wrong. */
const misfitOf = (error: unknown): string | null => {
  for (const cause of causesOf(error)) {
    if (cause instanceof Response && cause.status >= 300 && cause.status < 400)
      return `it redirects to ${cause.headers.get('location') ?? 'another address'}`;
    if (isRecord(cause) && cause['attribute'] === 'issuer' && isRecord(cause['body']))
      return `its document names the issuer ${String(cause['body']['issuer'])}`;
  }
  return null;
};

const unfit = (issuer: URL, what: string, cause?: unknown): IdentityFault =>
  new IdentityFault(
    'provider-unfit',
    `The identity provider ${issuer.href} does not fit the settings: ${what}. Correct MUNIMENT_AUTH_ISSUER, or the provider.`,
    { cause },
  );

/** Unencrypted requests are only for an issuer on this machine; the settings enforce that. */
const isPlain = (issuer: URL): boolean => issuer.protocol === 'http:';

/** Reads the provider's metadata (OpenID discovery); rejects with IdentityFault. */
export const discoverProvider = (issuer: URL, clientId: string, authentication: ClientAuth): Promise<Configuration> =>
  discovery(issuer, clientId, undefined, authentication, {
    timeout: TIMEOUT_SECONDS,
    // oxlint-disable-next-line typescript/no-deprecated -- marked as deprecated only as a warning
    execute: isPlain(issuer) ? [allowInsecureRequests] : [],
  }).catch((cause: unknown) => {
    const misfit = misfitOf(cause);
    throw misfit === null ? unavailable(issuer, cause) : unfit(issuer, misfit, cause);
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
  const { jwks_uri: keys = '' } = metadata;
  if (keys === '') throw unfit(issuer, 'its document has no jwks_uri');
  const uri = URL.canParse(keys) ? new URL(keys) : null;
  if (uri === null || (uri.protocol !== 'https:' && !(uri.protocol === 'http:' && isPlain(issuer))))
    throw unfit(issuer, `its jwks_uri is ${keys}`);
  try {
    return { issuer: metadata.issuer, keyFor: await fetchKeys(uri) };
  } catch (cause) {
    throw unavailable(issuer, cause);
  }
};
