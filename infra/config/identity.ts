import { isOnThisComputer } from '../http/loopback.js';
import type { KnownClient } from '../../gateways/identity/known-clients.js';
import { readKnownClients } from './known-clients.js';
import type { Setting } from './setting.js';
import { settings } from './settings.js';
import { textOrFile } from './text-or-file.js';

/** Our own client at the identity provider. */
export interface TokenClient {
  readonly clientId: string;
  /** A function, so that no log can show it. */
  readonly secret: () => string;
  /** Null for no scope. */
  readonly scope: string | null;
}

/** The rules for callers' tokens. */
export interface TokenSettings {
  readonly issuer: URL;
  readonly audiences: readonly [string, ...string[]];
  readonly clockSkewSeconds: number;
}

/** Authentication and identity. */
export interface IdentitySettings {
  /** The name that work is attributed to while authentication is off. */
  readonly developmentIdentity: string;
  /** Null while authentication is off. */
  readonly tokens: TokenSettings | null;
  readonly knownClients: ReadonlyMap<string, KnownClient>;
  /** With which public client people log in at a terminal, and what it asks for. */
  readonly login: Readonly<{ clientId: string; scopes: readonly string[] }>;
  /** Null where there is none. */
  readonly tokenClient: TokenClient | null;
  /** The issuer that `npm run issuer` starts. */
  readonly localIssuer: Readonly<{ port: number; audience: string }>;
}

const LOCAL_AUDIENCE = 'api://muniment';

/** Reads setting values with their fallbacks, and collects errors. */
export interface SettingsReader {
  readonly value: (setting: Setting) => string;
  readonly fault: (sentence: string) => void;
}

const issuerOf = ({ value, fault }: SettingsReader): URL | null => {
  const { variable } = settings.authIssuer;
  const text = value(settings.authIssuer);
  if (text === '') return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  const fits = url?.protocol === 'https:' || (url?.protocol === 'http:' && isOnThisComputer(url));
  if (!fits) fault(`${variable} must be an https address, or an http address of this machine, not '${text}'`);
  return fits ? url : null;
};

const list = (text: string): string[] => text.split(';').flatMap((each) => each.trim() || []);

const clockSkewOf = ({ value, fault }: SettingsReader): number => {
  const text = value(settings.authClockSkew);
  if (!/^\d{1,2}$/.test(text) || Number(text) > 60)
    fault(`${settings.authClockSkew.variable} must be a number of seconds from 0 to 60, not '${text}'`);
  return Number(text);
};

const issuerPortOf = ({ value, fault }: SettingsReader): number => {
  const text = value(settings.issuerPort);
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    fault(`${settings.issuerPort.variable} must be a port from 0 to 65535, not '${text}'`);
  return Number(text);
};

const tokensOf = (reader: SettingsReader): TokenSettings | null => {
  const { value, fault } = reader;
  const issuer = issuerOf(reader);
  const [first, ...others] = list(value(settings.authAudience));
  const clockSkewSeconds = clockSkewOf(reader);
  if (value(settings.authIssuer) === '') fault(`${settings.authIssuer.variable} must name an identity provider`);
  if (first === undefined) fault(`${settings.authAudience.variable} must name the audience of tokens`);
  const audience = value(settings.authAudience);
  if (audience.includes(','))
    fault(`${settings.authAudience.variable} must separate audiences by ';', not by a comma: '${audience}'`);
  return issuer === null || first === undefined ? null : { issuer, audiences: [first, ...others], clockSkewSeconds };
};

/** Whether authentication is off: by `MUNIMENT_DISABLE_AUTH` or, where that is not set, by the other settings. */
const isOff = ({ value, fault }: SettingsReader, host: string, isLoopback: boolean): boolean => {
  const { variable } = settings.disableAuth;
  const text = value(settings.disableAuth).toLowerCase();
  if (!/^(|true|false)$/.test(text)) fault(`${variable} must be true or false, not '${text}'`);
  if (text !== '' || value(settings.authIssuer) !== '') return text === 'true';
  if (!isLoopback) {
    fault(
      `${host} is not a loopback address: set ${settings.authIssuer.variable} to an identity provider, or ${variable}=true to let everyone who can reach it do everything`,
    );
  }
  return true;
};

const tokenClientOf = ({ value, fault }: SettingsReader): TokenClient | null => {
  const [clientId, secret, scope] = [
    value(settings.tokenClientId),
    value(settings.tokenClientSecret),
    value(settings.tokenScope),
  ];
  if ((clientId === '') !== (secret === '')) {
    fault(`${settings.tokenClientId.variable} and ${settings.tokenClientSecret.variable} must be set together`);
  }
  return clientId === '' ? null : { clientId, secret: () => secret, scope: scope === '' ? null : scope };
};

const loginOf = ({ value, fault }: SettingsReader): IdentitySettings['login'] => {
  const clientId = value(settings.loginClientId);
  const scope = value(settings.loginScope);
  // The characters of a scope (RFC 6749, 3.3) are all that a header and a form can have.
  if (!/^[!#-[\]-~]+$/.test(clientId)) fault(`${settings.loginClientId.variable} must be the id of a client`);
  if (!/^[!#-[\]-~ ]*$/.test(scope)) fault(`${settings.loginScope.variable} must be scopes, separated by spaces`);
  return { clientId, scopes: scope.split(' ').filter((each) => each !== '') };
};

/** Reads the settings of identity; `host` is the variable of the listening address, for its error message. */
export const readIdentity = (reader: SettingsReader, host: string, isLoopback: boolean): IdentitySettings => {
  const { value, fault } = reader;
  const developmentIdentity = value(settings.developmentIdentity);
  if (developmentIdentity.trim() === '') fault(`${settings.developmentIdentity.variable} must be a name`);
  const known = readKnownClients(textOrFile(settings.knownClients, value(settings.knownClients), fault) ?? '');
  for (const sentence of known.faults) fault(`${settings.knownClients.variable} ${sentence}`);
  const ours = [value(settings.repositoryBucket), value(settings.stagingBucket)];
  for (const { name, depositBucket } of known.clients.values()) {
    if (depositBucket !== null && ours.includes(depositBucket))
      fault(`the depositBucket of ${name} must not be ${depositBucket}, which is the platform's own bucket`);
  }
  return {
    developmentIdentity,
    tokens: isOff(reader, host, isLoopback) ? null : tokensOf(reader),
    knownClients: known.clients,
    login: loginOf(reader),
    tokenClient: tokenClientOf(reader),
    localIssuer: { port: issuerPortOf(reader), audience: list(value(settings.authAudience))[0] ?? LOCAL_AUDIENCE },
  };
};
