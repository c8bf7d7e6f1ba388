import { kafkaClient } from './client.js';
import { replayParked } from './replay.js';

// For an operator, once the cause is gone: node dist/infra/kafka/replay-parked.js <host:port[,…]> <topic>
const [brokers, topic] = process.argv.slice(2);
const nothing = (): void => undefined;
const complain = (message: string, fields?: object): void =>
  void process.stderr.write(`${message} ${JSON.stringify(fields ?? {})}\n`);

if (brokers === undefined || topic === undefined) {
  process.stderr.write('usage: replay-parked <host:port[,...]> <topic>\n');
  process.exitCode = 2;
} else {
  const log = { debug: nothing, info: nothing, warn: complain, error: complain };
  const kafka = kafkaClient({ brokers: brokers.split(','), clientId: 'replay-parked' }, 'asking', log);
  process.stdout.write(`${await replayParked(kafka, topic)} messages of ${topic} were sent again\n`);
}
