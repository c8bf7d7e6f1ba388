import { isIP } from 'node:net';
import type { Config } from './config.js';
import type { SettingReader } from './setting-reader.js';
import { settings } from './settings.js';

/** Hosts without scheme and port. */
const readServedHosts = (read: SettingReader): readonly string[] => {
  const hosts = read.list(settings.servedHosts);
  const wrong = hosts.find((each) => isIP(each) === 0 && !(/^[\w.-]+$/.test(each) && URL.canParse(`http://${each}`)));
  if (wrong !== undefined)
    read.faults.push(
      `${settings.servedHosts.variable} has names or IP addresses of hosts like archive.example, without scheme and port, not '${wrong}'`,
    );
  return hosts;
};

/** Origins as browsers write them: scheme, host and port, without a path. */
const readOrigins = (read: SettingReader): readonly string[] => {
  const origins = read.list(settings.origins);
  const wrong = origins.find((each) => each !== '*' && (!URL.canParse(each) || new URL(each).origin !== each));
  if (wrong !== undefined)
    read.faults.push(`${settings.origins.variable} has origins like https://a.example, not '${wrong}'`);
  return origins;
};

/** Which hosts requests may be addressed to while authentication is off, and which pages may send them. */
export const readRequestSources = (read: SettingReader): Pick<Config, 'servedHosts' | 'origins'> => ({
  servedHosts: readServedHosts(read),
  origins: readOrigins(read),
});
