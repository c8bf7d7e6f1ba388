import type { Setting } from './setting.js';

/** The settings of authentication and identity. */
export const identitySettings = {
  disableAuth: {
    variable: 'MUNIMENT_DISABLE_AUTH',
    fallback: '',
    meaning:
      '`FeatureFlags:DisableAuth`: `true` turns authentication off. This is the default if every listener is on loopback and no issuer is set.',
  },
  servedHosts: {
    variable: 'MUNIMENT_SERVED_HOSTS',
    fallback: '',
    meaning:
      'Hosts that requests may be addressed to while authentication is off, as `archive.internal`, separated by commas: those by which clients, balancers and collectors of metrics reach this process. Loopback hosts, `MUNIMENT_HOST` and those of the public addresses are always served, and `/health`, `/live` and `/ready` are answered for every host. If any other host were served, web pages could control the platform.',
  },
  developmentIdentity: {
    variable: 'MUNIMENT_DEV_IDENTITY',
    fallback: 'developer',
    meaning: 'The agent that all work is attributed to while authentication is off.',
  },
  authIssuer: {
    variable: 'MUNIMENT_AUTH_ISSUER',
    fallback: '',
    meaning: 'The identity provider whose tokens are accepted: the base address of its OpenID discovery.',
  },
  authAudience: {
    variable: 'MUNIMENT_AUTH_AUDIENCE',
    fallback: '',
    meaning: 'The audience of tokens; separate several by `;`, of which a token needs one.',
  },
  authClockSkew: {
    variable: 'MUNIMENT_AUTH_CLOCK_SKEW',
    fallback: '30',
    meaning: 'Tolerated difference between the clocks of provider and service, in seconds, up to 60.',
  },
  loginClientId: {
    variable: 'MUNIMENT_LOGIN_CLIENT_ID',
    fallback: 'muniment',
    meaning:
      'The public client at the identity provider with which people log in by `muniment login`; it needs the device flow (RFC 8628).',
  },
  loginScope: {
    variable: 'MUNIMENT_LOGIN_SCOPE',
    fallback: 'openid offline_access',
    meaning:
      'The scopes that `muniment login` asks for, separated by spaces, such as `api://muniment/.default offline_access`.',
  },
  knownClients: {
    variable: 'MUNIMENT_KNOWN_CLIENTS',
    fallback: '',
    meaning:
      'Machine clients by app id, as JSON or `@<file>`: `{"<app id>": {"name": "…", "depositBucket": "…"}}`; the bucket can be left out.',
  },
  tokenClientId: {
    variable: 'MUNIMENT_TOKEN_CLIENT_ID',
    fallback: '',
    meaning: "The platform's own client at the identity provider, for its own calls.",
  },
  tokenClientSecret: {
    variable: 'MUNIMENT_TOKEN_CLIENT_SECRET',
    fallback: '',
    meaning: 'The secret of that client.',
    isSecret: true,
  },
  tokenScope: {
    variable: 'MUNIMENT_TOKEN_SCOPE',
    fallback: '',
    meaning: 'The scope that it requests.',
  },
  issuerPort: {
    variable: 'MUNIMENT_ISSUER_PORT',
    fallback: '8084',
    meaning: 'Port of the local issuer that `npm run issuer` starts, on loopback; 0 picks a free one.',
  },
} as const satisfies Record<string, Setting>;
