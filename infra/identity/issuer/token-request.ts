/** The grants of the token endpoint. */
export const GRANTS = {
  credentials: 'client_credentials',
  device: 'urn:ietf:params:oauth:grant-type:device_code',
  refresh: 'refresh_token',
  code: 'authorization_code',
} as const;

/** A client, as its request says: with its secret, or null for one without. */
export interface ClaimedClient {
  readonly clientId: string;
  readonly secret: string | null;
}

/** An error of a request, before anything of it was looked up (RFC 6749 5.2). */
export interface RequestError {
  readonly error: 'invalid_request' | 'invalid_client' | 'unsupported_grant_type';
}

/** A request of a client, of which each parameter is there once. */
export interface ClientRequest extends ClaimedClient {
  readonly form: URLSearchParams;
}

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
 * Reads a request of a client from its Authorization header and its form; the client's credentials may be in only one of
 * them.
 */
export const readClientRequest = (authorization: string | undefined, body: string): ClientRequest | RequestError => {
  const form = new URLSearchParams(body);
  if ([...new Set(form.keys())].some((name) => form.getAll(name).length > 1)) return { error: 'invalid_request' };
  const [id, secret] = [form.get('client_id'), form.get('client_secret')];
  if (authorization === undefined) return id === null ? { error: 'invalid_request' } : { clientId: id, secret, form };
  const basic = basicCredentials(authorization);
  if (basic === null) return { error: 'invalid_client' };
  if (secret !== null || (id !== null && id !== basic[0])) return { error: 'invalid_request' };
  return { clientId: basic[0], secret: basic[1], form };
};
