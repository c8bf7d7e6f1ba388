import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import jwt, { type Algorithm } from 'jsonwebtoken';

/** A key as a provider has it, and what it shows of it. */
export interface TestKey {
  readonly kid: string;
  readonly alg: Algorithm;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly jwk: Readonly<Record<string, unknown>>;
}

const CURVES: Readonly<Partial<Record<Algorithm, string>>> = { ES256: 'P-256', ES384: 'P-384', ES512: 'P-521' };

/** A new key; `jwk` names its algorithm unless the changes say otherwise. */
export const newKey = (kid: string, alg: Algorithm = 'ES256', changes: Record<string, unknown> = {}): TestKey => {
  const { privateKey, publicKey } = alg.startsWith('ES')
    ? generateKeyPairSync('ec', { namedCurve: CURVES[alg] ?? '' })
    : generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg, ...changes };
  return { kid, alg, privateKey, publicKey, jwk };
};

export const ISSUER = 'https://issuer.example/tenant/';
export const AUDIENCE = 'api://muniment';

/** Claims that hold at `at` (seconds). A change to undefined leaves a claim out. */
export const claimsAt = (at: number, changes: Record<string, unknown> = {}): Record<string, unknown> => {
  const claims: Record<string, unknown> = {
    iss: ISSUER,
    aud: AUDIENCE,
    sub: 's',
    azp: 'app',
    iat: at,
    nbf: at,
    exp: at + 300,
    ...changes,
  };
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined));
};

/** A token of these claims, signed as a provider signs; the header can be changed at will. */
export const signed = (key: TestKey, claims: object, header: Record<string, unknown> = {}): string =>
  jwt.sign(claims, key.privateKey, {
    algorithm: key.alg,
    header: { typ: 'JWT', alg: key.alg, kid: key.kid, ...header },
  });

/** JSON as a segment of a token. */
export const segment = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
