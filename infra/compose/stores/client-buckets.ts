import type { Config } from '../../config/config.js';
import { workspaceBuckets } from '../../config/export-destinations.js';

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
