import type { Config } from '../../config/config.js';

/** Every bucket for workspaces: the platform's own, and those of known clients. */
const workspaceBuckets = ({ buckets, identity }: Pick<Config, 'buckets' | 'identity'>): readonly string[] => {
  const own = [...identity.knownClients.values()].flatMap(({ depositBucket }) => depositBucket ?? []);
  return [...new Set([buckets.workspace, ...own])];
};

/** The prefixes that archival groups may be exported to, besides workspaces. */
export const exportDestinations = (
  config: Pick<Config, 'buckets' | 'identity' | 'exports'>,
): readonly { readonly bucket: string; readonly prefix: string }[] =>
  config.exports.length > 0
    ? config.exports
    : workspaceBuckets(config).map((bucket) => ({ bucket, prefix: 'exports/' }));

/** Every bucket whose content belongs to clients: those of workspaces and of exports. */
export const clientBuckets = (config: Pick<Config, 'buckets' | 'identity' | 'exports'>): readonly string[] => [
  ...new Set([...workspaceBuckets(config), ...exportDestinations(config).map(({ bucket }) => bucket)]),
];
