/** What a token says, as its issuer wrote it. */
export type Claims = Readonly<Record<string, unknown>>;

/** `invalid` says in one sentence why a token does not hold; the sentence may be shown to whoever sent it. */
export type Verdict = { readonly claims: Claims } | { readonly invalid: string };

/**
 * Judges a token: its signature, issuer, audience and times. Whatever is sent, the answer is a verdict; it rejects, with
 * a transient fault, only when the issuer's keys cannot be had.
 */
export type VerifyToken = (token: string) => Promise<Verdict>;
