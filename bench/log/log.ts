import { realServers } from '../../test/lanes/servers.js';
import { suiteEnvironment } from '../../test/servers/run-suites.js';
import type { Figure } from '../figure.js';
import type { Servers } from '../services/servers.js';
import { appendFigures } from './appends.js';
import { distributedReaderFigures, embeddedReaderFigures } from './readers.js';

/** Starts Kafka and MongoDB where they do not run, and stops afterwards what it has started. */
const withServers = async (work: (servers: Servers) => Promise<readonly Figure[]>): Promise<readonly Figure[]> => {
  const servers = realServers(process.env, (line) => void process.stderr.write(`${line.trimEnd()}\n`));
  try {
    await servers.start(['kafka', 'mongodb']);
    const { MUNIMENT_TEST_KAFKA: kafka = '', MUNIMENT_TEST_MONGODB: mongodb = '' } = suiteEnvironment(process.env);
    if (kafka !== '' && mongodb !== '') return await work({ brokers: kafka.split(','), mongodb });
    process.stderr.write('Kafka or MongoDB does not run: relay and projector are measured on the embedded log only\n');
    return [];
  } finally {
    await servers.stop();
  }
};

/** The log beside the least that can do the same: durable appends, relay and projector. */
export const logBench = async (): Promise<readonly Figure[]> => [
  ...(await appendFigures()),
  ...(await withServers(distributedReaderFigures)),
  ...(await embeddedReaderFigures()),
];
