import { suiteEnvironment } from '../../test/servers/run-suites.js';
import type { Figure } from '../figure.js';
import type { Servers } from '../services/servers.js';
import { appendFigures } from './appends.js';
import { distributedReaderFigures, embeddedReaderFigures } from './readers.js';

/** Where Kafka and MongoDB run (`npm run services -- start kafka mongodb`). */
const withServers = async (work: (servers: Servers) => Promise<readonly Figure[]>): Promise<readonly Figure[]> => {
  const { MUNIMENT_TEST_KAFKA: kafka = '', MUNIMENT_TEST_MONGODB: mongodb = '' } = suiteEnvironment(process.env);
  if (kafka !== '' && mongodb !== '') return work({ brokers: kafka.split(','), mongodb });
  process.stderr.write('Kafka or MongoDB does not run: relay and projector are measured on the embedded log only\n');
  return [];
};

/** The log beside the least that can do the same: durable appends, relay and projector. */
export const logBench = async (): Promise<readonly Figure[]> => [
  ...(await appendFigures()),
  ...(await withServers(distributedReaderFigures)),
  ...(await embeddedReaderFigures()),
];
