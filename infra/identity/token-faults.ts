import { ResponseBodyError, WWWAuthenticateChallengeError } from 'openid-client';
import { IdentityFault, type IdentityFaultCode } from './fault.js';

/** A client of an identity provider. */
export interface NamedClient {
  readonly issuer: URL;
  readonly clientId: string;
}

/** The provider's refusal; null for an error that may pass. */
const refusalIn = (cause: unknown): string | null => {
  const isAnswer = cause instanceof ResponseBodyError || cause instanceof WWWAuthenticateChallengeError;
  if (!isAnswer || cause.status >= 500 || cause.status === 429) return null;
  return cause instanceof ResponseBodyError ? cause.error : `status ${cause.status}`;
};

/** Refusals that say more than that the client gets nothing (RFC 6749 5.2, RFC 8628 3.5). */
const MEANINGS: Readonly<Record<string, readonly [code: IdentityFaultCode, said: string]>> = {
  access_denied: ['login-refused', 'The login was refused.'],
  expired_token: ['login-too-late', 'The code has expired: it was not typed in time.'],
  invalid_grant: ['login-ended', 'The login has ended.'],
};

/** The IdentityFault for what failed while a token was asked for. */
export const tokenFault = ({ issuer, clientId }: NamedClient, cause: unknown): IdentityFault => {
  if (cause instanceof IdentityFault) return cause;
  const refusal = refusalIn(cause);
  if (refusal === null)
    return new IdentityFault('provider-unavailable', `${issuer.href} gives no token at the moment.`, { cause });
  const meaning = Object.hasOwn(MEANINGS, refusal) ? MEANINGS[refusal] : undefined;
  if (meaning !== undefined) return new IdentityFault(meaning[0], meaning[1], { cause });
  const message = `${issuer.href} gives no token to the client ${clientId}: ${refusal}`;
  return new IdentityFault('client-refused', message, { cause });
};
