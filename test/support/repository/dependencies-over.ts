import type { Dependencies } from '../../../commands/core/dependencies.js';
import type { Places } from '../../../commands/storage/places.js';
import type { ObjectStore } from '../../../formats/object-store.js';
import { childrenInLog } from './children-in-log.js';
import { openRemoval } from '../../../commands/storage/removal.js';

/** Three buckets, each for itself. */
export const PLACES: Places = {
  workspaceBucket: 'workspace',
  exports: [],
  repository: { bucket: 'repository', prefix: '' },
  staging: { bucket: 'staging', prefix: '' },
};

/** What commands and workers stand on, over any stores. */
export const dependenciesOver = (
  { events, bytes }: Pick<Dependencies, 'events'> & { readonly bytes: ObjectStore },
  { places = PLACES, ...rest }: Partial<Omit<Dependencies, 'events' | 'bytes' | 'removal'>> = {},
): Dependencies => ({
  events,
  bytes,
  removal: openRemoval(bytes, places),
  childrenAsOf: childrenInLog(events),
  places,
  now: () => new Date(),
  producer: 'test',
  holder: '',
  metsAgent: { name: 'test', accepted: [] },
  ...rest,
});
