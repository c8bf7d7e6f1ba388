import type { Setting } from './setting.js';

/** The settings of who may come in, and as whom. */
export const identitySettings = {
  disableAuth: {
    variable: 'MUNIMENT_DISABLE_AUTH',
    fallback: '',
    meaning:
      '`FeatureFlags:DisableAuth`: `true` lets everyone in. Implied while every listener is on loopback and no issuer is set.',
  },
  developmentIdentity: {
    variable: 'MUNIMENT_DEV_IDENTITY',
    fallback: 'developer',
    meaning: 'The agent that all work is attributed to while authentication is off.',
  },
  authIssuer: {
    variable: 'MUNIMENT_AUTH_ISSUER',
    fallback: '',
    meaning: 'The identity provider whose tokens are taken: the address below which its OpenID discovery lies.',
  },
  authAudience: {
    variable: 'MUNIMENT_AUTH_AUDIENCE',
    fallback: '',
    meaning: 'Whom tokens must be for; several are separated by `;`, and one of them is enough.',
  },
  authClockSkew: {
    variable: 'MUNIMENT_AUTH_CLOCK_SKEW',
    fallback: '30',
    meaning: 'How many seconds the clocks of provider and service may be apart, up to 60.',
  },
  knownClients: {
    variable: 'MUNIMENT_KNOWN_CLIENTS',
    fallback: '',
    meaning:
      'Machine clients by app id, as JSON or `@<file>`: `{"<app id>": {"name": "…", "depositBucket": "…"}}`; the bucket may be left out.',
  },
  tokenClientId: {
    variable: 'MUNIMENT_TOKEN_CLIENT_ID',
    fallback: '',
    meaning: 'The client that the platform itself is at the identity provider, for its own calls.',
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
    meaning: 'The scope that it asks for.',
  },
  issuerPort: {
    variable: 'MUNIMENT_ISSUER_PORT',
    fallback: '8084',
    meaning: 'Port of the local issuer that `npm run issuer` starts, on loopback; 0 picks a free one.',
  },
} as const satisfies Record<string, Setting>;
