/** The claims of a token. */
export type Claims = Readonly<Record<string, unknown>>;

/** `invalid` is a sentence on why a token is not valid, which may be shown to its sender. */
export type Verdict = { readonly claims: Claims } | { readonly invalid: string };

/**
 * Verifies a token: its signature, issuer, audience and times. Rejects, with a transient fault, only when the issuer's
 * keys are not available.
 */
export type VerifyToken = (token: string) => Promise<Verdict>;
