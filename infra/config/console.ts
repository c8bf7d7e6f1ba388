import type { IdentitySettings } from './identity.js';
import type { SettingReader } from './setting-reader.js';
import { settings } from './settings.js';

/** The console of this process. */
export interface ConsoleConfig {
  /** By which people sign in at the identity provider; `secret` is null for a public client. */
  readonly client: Readonly<{ clientId: string; secret: (() => string) | null; scopes: readonly string[] }>;
  /** How long a session lives without being used, and however it is used. */
  readonly idleMs: number;
  readonly longestMs: number;
  /** Whether a process that people start builds the pages. */
  readonly isBuilt: boolean;
}

/** How often its life without being used a session lives at most. */
const LONGEST = 3;

export const readConsole = (read: SettingReader, { login }: Pick<IdentitySettings, 'login'>): ConsoleConfig => {
  const secret = read.optional(settings.consoleClientSecret);
  const idleMs = read.whole(settings.consoleSessionMinutes, 1, 525_600) * 60_000;
  return {
    client: {
      clientId: read.optional(settings.consoleClientId) ?? login.clientId,
      secret: secret === null ? null : () => secret,
      scopes: login.scopes,
    },
    idleMs,
    longestMs: idleMs * LONGEST,
    isBuilt: read.flag(settings.consoleBuild) ?? true,
  };
};
