import { kafka } from './programs/kafka.js';
import { minio } from './programs/minio.js';
import { mongodb, mongodbReplicaSet } from './programs/mongodb.js';
import { ServiceFault } from './service-fault.js';
import type { Service } from './service.js';
import { versitygw } from './programs/versitygw.js';

/** Every server that can be installed and started. */
export const services: readonly Service[] = [kafka, mongodb, mongodbReplicaSet, versitygw, minio];

/** The server that no package registry has: whoever runs one says where it is. */
export const eventstoredb = {
  name: 'eventstoredb',
  variable: 'MUNIMENT_TEST_EVENTSTORE_URL',
  absence: 'no package registry has the server; MUNIMENT_TEST_EVENTSTORE_URL says where one of yours is',
} as const;

/** The services of these names, in the catalogue's order; all of them where none is named. */
export const servicesNamed = (names: readonly string[]): readonly Service[] => {
  const known = services.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.includes(eventstoredb.name)) throw new ServiceFault(`${eventstoredb.name}: ${eventstoredb.absence}`);
  if (unknown.length > 0)
    throw new ServiceFault(`there is no service ${unknown.join(', ')}; there are ${known.join(', ')}`);
  return services.filter(({ name }) => names.length === 0 || names.includes(name));
};
