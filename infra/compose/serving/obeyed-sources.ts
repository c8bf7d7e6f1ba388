import { isIPv6 } from 'node:net';
import { hostnameOf, type ObeyedSources } from '../../../gateways/http/obeyed-sources.js';
import type { Config } from '../../config/config.js';

/** Where requests may come from while authentication is off; undefined while it is on. */
export const obeyedSources = (
  config: Pick<
    Config,
    'identity' | 'host' | 'servedHosts' | 'baseUrls' | 's3PublicUrl' | 'storageInternalUrl' | 'origins'
  >,
): ObeyedSources | undefined => {
  const { identity, host, servedHosts, baseUrls, s3PublicUrl, storageInternalUrl, origins } = config;
  if (identity.tokens !== null) return undefined;
  const services = [baseUrls.preservation, baseUrls.storage].flatMap((each) => each ?? []);
  const addresses = [...services, s3PublicUrl, storageInternalUrl].flatMap((each) => each ?? []);
  const names = [host, ...servedHosts].map((each) => (isIPv6(each) ? `[${each}]` : each));
  return {
    hosts: new Set(
      [...names, ...addresses.map((each) => new URL(each).host)].flatMap((each) => hostnameOf(each) ?? []),
    ),
    origins: new Set([...services.map((each) => new URL(each).origin), ...origins]),
  };
};
