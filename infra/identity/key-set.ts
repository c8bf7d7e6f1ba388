import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import type { Algorithm } from 'jsonwebtoken';
import type { TokenHeader } from './token-header.js';

/** A public key of the provider, with the algorithms that its signatures may be of. */
export interface SigningKey {
  readonly kid: string | null;
  readonly algorithms: readonly Algorithm[];
  readonly key: KeyObject;
}

/** What the provider said of itself at one moment. */
export interface KeySet {
  /** As it must stand in tokens, to the letter. */
  readonly issuer: string;
  readonly keys: readonly SigningKey[];
}

const RSA: readonly Algorithm[] = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'];
const CURVES: Readonly<Record<string, Algorithm>> = { 'P-256': 'ES256', 'P-384': 'ES384', 'P-521': 'ES512' };
const SHORTEST_RSA_BITS = 2048;

/** The algorithms that fit a key: all of its kind, or only the one that the key itself names. */
const algorithmsOf = ({ kty, crv, alg }: JsonWebKey): readonly Algorithm[] => {
  const curve = CURVES[crv ?? ''];
  const fitting = kty === 'RSA' ? RSA : kty === 'EC' && curve !== undefined ? [curve] : [];
  return alg === undefined ? fitting : fitting.filter((each) => each === alg);
};

const isForSignatures = ({ use, key_ops: operations }: JsonWebKey): boolean =>
  (use === undefined || use === 'sig') && (!Array.isArray(operations) || operations.includes('verify'));

const signingKey = (jwk: JsonWebKey): SigningKey | null => {
  const algorithms = algorithmsOf(jwk);
  if (algorithms.length === 0 || !isForSignatures(jwk)) return null;
  try {
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    if ((key.asymmetricKeyDetails?.modulusLength ?? Infinity) < SHORTEST_RSA_BITS) return null;
    return { kid: typeof jwk['kid'] === 'string' ? jwk['kid'] : null, algorithms, key };
  } catch {
    return null;
  }
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The keys of a JWK set (RFC 7517) that tokens can be verified with; what cannot be used is passed over. */
export const readKeySet = (jwks: unknown): SigningKey[] => {
  const keys: unknown = isObject(jwks) && 'keys' in jwks ? jwks.keys : null;
  return Array.isArray(keys) ? keys.filter(isObject).flatMap((jwk) => signingKey({ ...jwk }) ?? []) : [];
};

/** The key that a token says it was signed with; without a name, the only one that it can have been. */
export const keyFor = ({ keys }: KeySet, { alg, kid }: TokenHeader): SigningKey | null => {
  const fitting = keys.filter((each) => each.algorithms.includes(alg));
  if (kid !== null) return fitting.find((each) => each.kid === kid) ?? null;
  const [only = null, ...others] = fitting;
  return others.length === 0 ? only : null;
};
