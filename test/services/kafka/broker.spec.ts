import { ATTEMPTS, brokerContract } from '../../contracts/broker.contract.js';
import { contents, header, NEEDS, newPrefix, openOn, sharedBroker } from './support/broker.js';

describe(NEEDS, () => {
  before(function () {
    if (sharedBroker() === null) this.skip();
  });

  brokerContract('Kafka', (events) => {
    const brokers = sharedBroker()!;
    const prefix = newPrefix();
    const kafka = openOn(brokers, prefix, { attempts: ATTEMPTS });
    return Promise.resolve({
      publisher: kafka.publisher(events),
      listener: kafka.listener(events),
      parked: async () =>
        (await contents(brokers, `${prefix}.deposits.v1.dlq`)).map((message) => ({
          group: header(message, 'parked_group'),
          fact: header(message, 'ce_id'),
          reason: header(message, 'parked_reason'),
        })),
      close: () => kafka.close(),
    });
  });
});
