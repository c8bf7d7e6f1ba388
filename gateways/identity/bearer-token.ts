/** The content of the Authorization headers of a request. */
export type Presented = { readonly token: string } | { readonly absent: string } | { readonly invalid: string };

/** The token in the Authorization headers of a request; the scheme in any casing (RFC 9110 11.1, RFC 6750 2.1). */
export const bearerToken = (values: readonly string[]): Presented => {
  const [value = '', ...others] = values;
  if (others.length > 0) return { invalid: 'The request has more than one Authorization header.' };
  const [, scheme = '', rest = ''] = /^([^ ]*) *(.*)$/s.exec(value) ?? [];
  if (scheme.toLowerCase() !== 'bearer') return { absent: 'This request needs a bearer token.' };
  const token = rest.trim();
  return /^[A-Za-z0-9._~+/=-]+$/.test(token) ? { token } : { invalid: 'The bearer token is malformed.' };
};
