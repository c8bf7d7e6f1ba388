import { ConfigFault, readConfig } from '../config/config.js';
import { kafkaClient } from '../kafka/client.js';
import { replayParked } from '../kafka/replay.js';
import { openLog } from '../log/logger.js';
import { kafkaConnection } from './workers/broker.js';
import { startSentence } from './process/start-sentence.js';

// For an operator, after the cause was removed: node dist/infra/compose/replay-parked.js <topic>
const [topic] = process.argv.slice(2);

const replay = async (of: string): Promise<number> => {
  const { servers, logLevel } = readConfig(process.env);
  if (servers.kafka === null) throw new ConfigFault('MUNIMENT_KAFKA_BROKERS must say where the broker is.');
  const connection = { ...kafkaConnection(servers.kafka), clientId: 'replay-parked' };
  return replayParked(kafkaClient(connection, 'asking', openLog(logLevel)('broker')), of);
};

if (topic === undefined) {
  process.stderr.write('usage: replay-parked <topic>\n');
  process.exitCode = 2;
} else {
  try {
    process.stdout.write(`${await replay(topic)} messages of ${topic} were sent again\n`);
  } catch (error) {
    process.stderr.write(`${startSentence(error)}\n`);
    process.exitCode = 1;
  }
}
