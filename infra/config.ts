import { isIP } from 'node:net';
import { isAbsolute, resolve } from 'node:path';
import { readIdentity, type IdentitySettings } from './read-identity.js';
import { settings, type Setting } from './settings.js';

export type LogLevel = 'error' | 'warn' | 'info' | 'debug';

/** Everything that can be set, read once from the environment and never again. */
export interface Config {
  /** Absolute path of the data folder. */
  readonly data: string;
  readonly host: string;
  readonly ports: Readonly<{ preservation: number; storage: number; s3: number }>;
  /** How the world addresses each service, without a final slash; null: the address it listens on. */
  readonly baseUrls: Readonly<{ preservation: string | null; storage: string | null }>;
  readonly buckets: Readonly<{ workspace: string; repository: string; staging: string }>;
  readonly identity: IdentitySettings;
  /** Names in a METS agent: ours, and others whose METS may be edited too. */
  readonly metsAgent: Readonly<{ name: string; accepted: readonly string[] }>;
  readonly logLevel: LogLevel;
}

/** Every fault of the settings, in one sentence. */
export class ConfigFault extends Error {
  override name = 'ConfigFault';
  readonly code = 'configuration-invalid';
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

/** Reads the settings; throws ConfigFault with all that is wrong at once. */
export const readConfig = (environment: Readonly<Record<string, string | undefined>>, cwd = process.cwd()): Config => {
  const faults: string[] = [];
  const value = (setting: Setting): string => {
    const given = environment[setting.variable];
    return given === undefined || given === '' ? setting.fallback : given;
  };
  const checked = (setting: Setting, holds: (text: string) => boolean, rule: string): string => {
    const text = value(setting);
    if (!holds(text)) faults.push(`${setting.variable} ${rule}, not '${text}'`);
    return text;
  };
  const port = (setting: Setting): number =>
    Number(checked(setting, (text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535, 'is a port from 0 to 65535'));
  const bucket = (setting: Setting): string =>
    checked(setting, (text) => BUCKET.test(text), 'is a bucket name (3 to 63 of a-z, 0-9, dot and dash)');
  const url = (setting: Setting): string | null => {
    const isHttp = (text: string): boolean =>
      text === '' || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol));
    return checked(setting, isHttp, 'is an http or https address').replace(/\/+$/, '') || null;
  };
  const name = (setting: Setting): string => checked(setting, (text) => text.trim() !== '', 'is a name');

  const host = checked(
    settings.host,
    (text) => text === 'localhost' || isIP(text) !== 0,
    'is an IP address or localhost',
  );
  const fault = (sentence: string): void => void faults.push(sentence);
  const identity = readIdentity({ value, fault }, settings.host.variable, isLoopback(host));
  const buckets = {
    workspace: bucket(settings.workspaceBucket),
    repository: bucket(settings.repositoryBucket),
    staging: bucket(settings.stagingBucket),
  };
  if (new Set(Object.values(buckets)).size < 3)
    faults.push('the workspace, repository and staging buckets must differ');
  const data = value(settings.data);
  const config: Config = {
    data: isAbsolute(data) ? data : resolve(cwd, data),
    host,
    ports: {
      preservation: port(settings.preservationPort),
      storage: port(settings.storagePort),
      s3: port(settings.s3Port),
    },
    baseUrls: { preservation: url(settings.preservationUrl), storage: url(settings.storageUrl) },
    buckets,
    identity,
    metsAgent: {
      name: name(settings.metsAgent),
      accepted: value(settings.acceptedMetsAgents)
        .split(';')
        .flatMap((each) => each.trim() || []),
    },
    logLevel: checked(
      settings.logLevel,
      (text) => /^(error|warn|info|debug)$/.test(text),
      'is error, warn, info or debug',
    ) as LogLevel,
  };
  const fixed = Object.values(config.ports).filter((each) => each !== 0);
  if (new Set(fixed).size < fixed.length) faults.push('the three ports must differ');
  if (faults.length > 0) throw new ConfigFault(`The settings do not fit: ${faults.join('; ')}.`);
  return Object.freeze(config);
};
