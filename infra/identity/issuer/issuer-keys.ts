import { createPublicKey, generateKeyPair, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { readPrivate, writePrivate } from './private-file.js';

/** The issuer's keys, in a file that is read for each call, so that they can be changed while the issuer runs. */
export interface IssuerKeys {
  /** The key for signing tokens. */
  signing(): Promise<IssuerKey>;
  /** The public keys, as JWKs. */
  published(): Promise<object[]>;
  /** Replaces the signing key; tokens of the previous key remain valid. */
  rotate(): Promise<IssuerKey>;
}

/** A key to sign with. */
export interface IssuerKey {
  readonly kid: string;
  /** PKCS #8 in PEM. */
  readonly privateKey: string;
}

const newKey = async (): Promise<IssuerKey> => {
  const { privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return { kid: randomUUID(), privateKey };
};

/** The keys in a file, which is created with a first key when it is missing. */
export const issuerKeys = (path: string): IssuerKeys => {
  const read = async (): Promise<readonly IssuerKey[]> => ((await readPrivate(path)) ?? []) as readonly IssuerKey[];
  const rotate = async (): Promise<IssuerKey> => {
    const key = await newKey();
    await writePrivate(path, [key, ...(await read()).slice(0, 1)]);
    return key;
  };
  let making: Promise<IssuerKey> | null = null;
  // Concurrent calls share one new key: of two, one would be lost from the file.
  const firstKey = (): Promise<IssuerKey> =>
    (making ??= read()
      .then(async ([made]) => made ?? (await rotate()))
      .finally(() => (making = null)));
  const all = async (): Promise<readonly [IssuerKey, ...IssuerKey[]]> => {
    const [first, ...others] = await read();
    return first === undefined ? [await firstKey()] : [first, ...others];
  };
  return {
    rotate,
    signing: async () => (await all())[0],
    published: async () =>
      (await all()).map(({ kid, privateKey }) => ({
        ...createPublicKey(privateKey).export({ format: 'jwk' }),
        kid,
        use: 'sig',
        alg: 'RS256',
      })),
  };
};
