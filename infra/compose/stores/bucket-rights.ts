import type { Config } from '../../config/config.js';
import { workspaceBuckets } from '../../config/export-destinations.js';
import { rightsOf } from '../../config/rights/rights-of-roles.js';
import type { ObjectGrant, Place } from '../../config/rights/rights.js';
import type { BucketRight } from '../../s3/rights.js';
import { exportDestinations } from './client-buckets.js';

type Buckets = Pick<Config, 'buckets' | 'identity' | 'exports'>;

const placesOf = (config: Buckets): Readonly<Record<Place, readonly Pick<BucketRight, 'bucket' | 'prefix'>[]>> => ({
  workspaces: workspaceBuckets(config).map((bucket) => ({ bucket, prefix: '' })),
  exports: exportDestinations(config),
  repository: [{ bucket: config.buckets.repository, prefix: '' }],
  staging: [{ bucket: config.buckets.staging, prefix: '' }],
});

/** Rights on places as rights on the buckets of the settings. */
export const bucketRights = (config: Buckets, grants: readonly ObjectGrant[]): readonly BucketRight[] => {
  const places = placesOf(config);
  return grants.flatMap(({ place, prefix: below, rights }) =>
    places[place].map(({ bucket, prefix }) => ({ bucket, prefix: prefix + below, rights })),
  );
};

/** The buckets whose keys the roles of a process list, which must be there at its start; empty where they use none. */
export const bucketsOfRoles = (config: Buckets & Pick<Config, 'roles'>): readonly string[] => {
  const rights = bucketRights(config, rightsOf(config.roles).objects);
  return [...new Set(rights.filter((each) => each.rights.includes('list')).map(({ bucket }) => bucket))];
};
