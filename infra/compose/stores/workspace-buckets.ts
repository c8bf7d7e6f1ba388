import type { Config } from '../../config/config.js';

/** Every bucket for workspaces: the platform's own, and those of known clients. */
export const workspaceBuckets = ({ buckets, identity }: Pick<Config, 'buckets' | 'identity'>): readonly string[] => {
  const own = [...identity.knownClients.values()].flatMap(({ depositBucket }) => depositBucket ?? []);
  return [...new Set([buckets.workspace, ...own])];
};
