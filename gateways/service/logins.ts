/** Where people log in who use the service by a program. */
export interface Logins {
  /** The identity provider, as its tokens name it. */
  readonly issuer: string;
  /** The public client of the program there. */
  readonly clientId: string;
  /** What it asks for; may be empty. */
  readonly scopes: readonly string[];
}

const PATH = '/.well-known/oauth-protected-resource';

/** The address of `GET /.well-known/oauth-protected-resource`, for a service with this base URL. */
export const resourceMetadataAddress = (base: string): string => `${base}${PATH}`;
