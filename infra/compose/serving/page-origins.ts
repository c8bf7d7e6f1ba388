import { hostnameOf } from '../../../gateways/http/obeyed-sources.js';
import type { Config } from '../../config/config.js';
import { isOnThisComputer } from '../../http/loopback.js';

/**
 * Whether pages of an origin may call the S3 endpoint of the data folder from a browser: those of the preservation
 * service, at every host that leads to it, and those of the origins in the settings. `listening` is the address of that
 * service in this process.
 */
export const allowsOriginOf = (
  { origins, baseUrls, host, servedHosts }: Pick<Config, 'origins' | 'baseUrls' | 'host' | 'servedHosts'>,
  listening: string | null,
): ((origin: string) => boolean) => {
  const named = new Set([
    ...origins,
    ...(baseUrls.preservation === null ? [] : [new URL(baseUrls.preservation).origin]),
  ]);
  const own = listening === null ? null : new URL(listening);
  const hosts = new Set([host, ...servedHosts].flatMap((each) => hostnameOf(each) ?? []));
  const isOwn = (origin: URL): boolean =>
    own !== null &&
    origin.protocol === own.protocol &&
    origin.port === own.port &&
    (hosts.has(origin.hostname) || isOnThisComputer(origin));
  return (origin) => named.has('*') || named.has(origin) || (URL.canParse(origin) && isOwn(new URL(origin)));
};
