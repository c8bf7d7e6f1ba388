import { isIP } from 'node:net';
import type { SettingReader } from './setting-reader.js';
import { settings } from './settings.js';

/** From where requests are taken. */
export interface RequestSources {
  /** Hosts that are served while authentication is off, besides loopback ones and those of the addresses. */
  readonly servedHosts: readonly string[];
  /** Origins whose pages may call the services from a browser; `*` is every one. */
  readonly origins: readonly string[];
}

/** Hosts without scheme and port. */
const readServedHosts = (read: SettingReader): readonly string[] => {
  const hosts = read.list(settings.servedHosts);
  const wrong = hosts.find((each) => isIP(each) === 0 && !(/^[\w.-]+$/.test(each) && URL.canParse(`http://${each}`)));
  if (wrong !== undefined)
    read.faults.push(
      `${settings.servedHosts.variable} must have names or IP addresses of hosts like archive.example, without scheme and port, not '${wrong}'`,
    );
  return hosts;
};

/** Origins as browsers write them: scheme, host and port, without a path. */
const readOrigins = (read: SettingReader): readonly string[] => {
  const origins = read.list(settings.origins);
  const wrong = origins.find((each) => each !== '*' && (!URL.canParse(each) || new URL(each).origin !== each));
  if (wrong !== undefined)
    read.faults.push(`${settings.origins.variable} must have origins like https://a.example, not '${wrong}'`);
  return origins;
};

/** Which hosts requests may be addressed to while authentication is off, and which pages may send them. */
export const readRequestSources = (read: SettingReader): RequestSources => ({
  servedHosts: readServedHosts(read),
  origins: readOrigins(read),
});
