import { inProcessBroker } from '../../infra/embedded/broker/in-process-broker.js';
import { ATTEMPTS, brokerContract } from '../contracts/broker.contract.js';

brokerContract('in process', () => {
  const broker = inProcessBroker({ onParked: () => undefined, attempts: ATTEMPTS, firstDelayMs: 1 });
  return Promise.resolve({
    publisher: broker,
    listener: broker,
    parked: () => Promise.resolve(broker.parked().map(({ group, fact, reason }) => ({ group, fact: fact.id, reason }))),
    close: () => broker.close(),
  });
});
