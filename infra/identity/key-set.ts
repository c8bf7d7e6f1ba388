import { KeyObject } from 'node:crypto';
import { createLocalJWKSet, errors, type JWK, type LocalJWKSet } from 'jose';
import { ALGORITHMS, type TokenHeader } from './token-header.js';

/** The provider's issuer name and keys. */
export interface KeySet {
  /** As it must be in tokens, exactly. */
  readonly issuer: string;
  readonly keyFor: FindKey;
}

/** Finds the public key of a token; without a key id, the only possible one. */
export type FindKey = (header: TokenHeader) => Promise<KeyObject | null>;

const SHORTEST_RSA_BITS = 2048;

const isLongEnough = ({ asymmetricKeyDetails: details }: KeyObject): boolean =>
  (details?.modulusLength ?? Infinity) >= SHORTEST_RSA_BITS;

const find = async (keys: LocalJWKSet, { alg, kid }: TokenHeader): Promise<KeyObject | null> => {
  try {
    return KeyObject.from(await keys({ alg, ...(kid === null ? {} : { kid }) }));
  } catch (error) {
    if (error instanceof errors.JWKSMultipleMatchingKeys && kid !== null)
      for await (const first of error) return KeyObject.from(first);
    return null; // no such key, or one that cannot be read
  }
};

const isUsable = async (jwk: JWK): Promise<boolean> => {
  const keys = createLocalJWKSet({ keys: [jwk] });
  for (const alg of ALGORITHMS) {
    const key = await find(keys, { alg, kid: null });
    if (key !== null) return isLongEnough(key);
  }
  return false;
};

/** Reads keys (RFC 7517), without those that cannot verify tokens. Null where none is usable. */
export const readKeys = async (jwks: readonly JWK[]): Promise<FindKey | null> => {
  const keys: JWK[] = [];
  for (const jwk of jwks) if (await isUsable(jwk)) keys.push(jwk);
  const usable = createLocalJWKSet({ keys });
  return keys.length === 0 ? null : (header) => find(usable, header);
};
