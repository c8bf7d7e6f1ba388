import { isIP, isIPv6 } from 'node:net';
import type { Role } from './roles.js';
import type { Servers } from './servers.js';
import type { Setting } from './setting.js';
import type { SettingReader } from './setting-reader.js';
import { settings } from './settings.js';

/** Where a process listens, and the addresses by which it is reached. */
interface Addresses {
  readonly roles: readonly Role[];
  readonly host: string;
  readonly baseUrls: Readonly<{ preservation: string | null; storage: string | null }>;
  readonly s3PublicUrl: string | null;
  readonly servers: Pick<Servers, 's3'>;
}

export const readHost = (read: SettingReader): string =>
  read.checked(settings.host, (text) => text === 'localhost' || isIP(text) !== 0, 'must be an IP address or localhost');

/** Whether an address means every address of the machine, so that no client can send to it. */
const isEvery = (host: string): boolean =>
  host === '0.0.0.0' || (isIPv6(host) && /^\[::(ffff:0:0)?\]$/.test(new URL(`http://[${host}]`).hostname));

/** Signatures cover the path, so an address for S3 clients has none of its own. */
export const readOrigin = (read: SettingReader, setting: Setting): string | null => {
  const address = read.address(setting);
  if (address !== null && URL.canParse(address) && new URL(address).origin !== address)
    read.faults.push(`${setting.variable} must be an address without a path, not '${address}'`);
  return address;
};

export const readPorts = (read: SettingReader) => {
  const port = (setting: Setting): number => read.whole(setting, 0, 65_535);
  const ports = {
    preservation: port(settings.preservationPort),
    storage: port(settings.storagePort),
    s3: port(settings.s3Port),
    operations: port(settings.operationsPort),
  };
  const fixed = Object.values(ports).filter((each) => each !== 0);
  if (new Set(fixed).size < fixed.length) read.faults.push('the four ports must differ');
  return ports;
};

/** The public addresses that clients need where the one that is listened on is every one of the machine. */
const requirePublic = (read: SettingReader, { host, baseUrls, s3PublicUrl, servers }: Addresses): void => {
  const lacking = [
    ...(baseUrls.preservation === null ? [settings.preservationUrl] : []),
    ...(baseUrls.storage === null ? [settings.storageUrl] : []),
    ...(s3PublicUrl === null && servers.s3 === null ? [settings.s3PublicUrl] : []),
  ];
  if (lacking.length > 0)
    read.faults.push(
      `${settings.host.variable}=${host} means every address of this machine, and no client can send to it: set the public addresses in ${lacking.map(({ variable }) => variable).join(', ')}`,
    );
};

/**
 * Ids contain the addresses of both services, so a process that runs one of them needs the address of the other, and of
 * both where it listens on every address.
 */
export const checkAddresses = (read: SettingReader, config: Addresses): void => {
  const { roles, host, baseUrls } = config;
  const [own, other] = [roles.includes('preservation'), roles.includes('storage')];
  if ((own || other) && isEvery(host)) {
    requirePublic(read, config);
    return;
  }
  if (own && !other && baseUrls.storage === null)
    read.faults.push(`${settings.storageUrl.variable} must be set to the address of the storage service`);
  if (other && !own && baseUrls.preservation === null)
    read.faults.push(`${settings.preservationUrl.variable} must be set to the address of the preservation service`);
};
