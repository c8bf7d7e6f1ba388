import type { Message } from 'kafkajs';
import { secondsOf } from '../measure.js';
import { bareKafka } from './servers.js';

const BATCH = 500;

/** The duration of sending prepared messages by the client alone, like the relay: idempotent, one batch at a time. */
export const produceBare = async (
  brokers: readonly string[],
  topic: string,
  messages: readonly Message[],
): Promise<number> => {
  const producer = bareKafka(brokers).producer({ idempotent: true, maxInFlightRequests: 1 });
  await producer.connect();
  try {
    return await secondsOf(async () => {
      for (let from = 0; from < messages.length; from += BATCH)
        await producer.send({ topic, messages: messages.slice(from, from + BATCH), acks: -1 });
    });
  } finally {
    await producer.disconnect();
  }
};
