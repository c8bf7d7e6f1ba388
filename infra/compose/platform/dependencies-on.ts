import type { Dependencies } from '../../../commands/core/dependencies.js';
import type { Places } from '../../../commands/storage/places.js';
import { openRemoval } from '../../../commands/storage/removal.js';
import type { Config } from '../../config/config.js';
import type { ProcessParts } from '../process/process-parts.js';
import { exportDestinations } from '../stores/client-buckets.js';
import { version } from '../process/version.js';

/** Where everything lies. */
export const placesOf = (config: Config): Places => ({
  workspaceBucket: config.buckets.workspace,
  exports: exportDestinations(config),
  repository: { bucket: config.buckets.repository, prefix: '' },
  staging: { bucket: config.buckets.staging, prefix: '' },
});

/** What commands and workers use. */
export const dependenciesOn = ({
  config,
  events,
  bytes,
  now,
  threads,
  childrenAsOf,
}: Pick<ProcessParts, 'config' | 'events' | 'bytes' | 'now' | 'threads'> &
  Pick<Dependencies, 'childrenAsOf'>): Dependencies => {
  const { metsAgent, productNames } = config;
  const places = placesOf(config);
  const mets = { mets: threads.work, prepareMets: threads.prepare, metsAgent, productNames };
  const stores = { events, bytes, removal: openRemoval(bytes, places), places };
  return { ...stores, childrenAsOf, now, producer: version, holder: '', ...mets };
};
