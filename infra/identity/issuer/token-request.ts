/** A request to the token endpoint, or its error (RFC 6749 5.2). */
export type TokenRequest =
  | { readonly clientId: string; readonly secret: string; readonly scope: string | null }
  | { readonly error: 'invalid_request' | 'invalid_client' | 'unsupported_grant_type' };

/** Each part of `Basic` credentials is form-encoded (RFC 6749 2.3.1). */
const basicCredentials = (authorization: string): readonly [string, string] | null => {
  const [, encoded] = /^Basic ([A-Za-z0-9+/]+=*)$/i.exec(authorization) ?? [];
  const [, id, secret] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded ?? '', 'base64').toString('utf8')) ?? [];
  if (id === undefined || secret === undefined) return null;
  const decoded = (part: string): string => decodeURIComponent(part.replaceAll('+', ' '));
  try {
    return [decoded(id), decoded(secret)];
  } catch {
    return null;
  }
};

/**
 * Reads a token request from its Authorization header and its form; the client's credentials may be in only one of
 * them.
 */
export const readTokenRequest = (authorization: string | undefined, body: string): TokenRequest => {
  const form = new URLSearchParams(body);
  if ([...new Set(form.keys())].some((name) => form.getAll(name).length > 1)) return { error: 'invalid_request' };
  const [grant, id, secret] = [form.get('grant_type'), form.get('client_id'), form.get('client_secret')];
  if (grant === null) return { error: 'invalid_request' };
  if (grant !== 'client_credentials') return { error: 'unsupported_grant_type' };
  const scope = form.get('scope');
  if (authorization === undefined) {
    return id === null || secret === null ? { error: 'invalid_client' } : { clientId: id, secret, scope };
  }
  const basic = basicCredentials(authorization);
  if (basic === null) return { error: 'invalid_client' };
  if (secret !== null || (id !== null && id !== basic[0])) return { error: 'invalid_request' };
  return { clientId: basic[0], secret: basic[1], scope };
};
