import type { Setting } from './setting.js';

/** The settings of the console. */
export const consoleSettings = {
  consoleClientId: {
    variable: 'MUNIMENT_CONSOLE_CLIENT_ID',
    fallback: '',
    meaning:
      'The client at the identity provider with which people sign in to the console by the authorization code flow with PKCE; it comes back to `/console/api/signed-in` at the public address of the preservation service. When empty: that of `MUNIMENT_LOGIN_CLIENT_ID`. It asks for the scopes in `MUNIMENT_LOGIN_SCOPE`, and `openid`.',
  },
  consoleClientSecret: {
    variable: 'MUNIMENT_CONSOLE_CLIENT_SECRET',
    fallback: '',
    meaning: 'The secret of that client. When empty: it is a public client.',
    isSecret: true,
  },
  consoleSessionMinutes: {
    variable: 'MUNIMENT_CONSOLE_SESSION_MINUTES',
    fallback: '480',
    meaning:
      'How many minutes after its last use a session of the console ends. However it is used, it ends after three times that.',
  },
  consoleBuild: {
    variable: 'MUNIMENT_CONSOLE_BUILD',
    fallback: 'true',
    meaning:
      '`false` keeps `muniment start` from building the pages of the console where they are missing or out of date.',
  },
} as const satisfies Record<string, Setting>;
