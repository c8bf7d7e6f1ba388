import { countText } from '../../../../clients/command-line/output/amounts.js';
import { CommandFault } from '../../../../clients/command-line/command-fault.js';
import type { Ended, Session } from '../../../../clients/command-line/program/verb.js';
import { publicTopics, TOPIC_DEFAULTS, topicName } from '../../../../schemas/events/topics.js';
import { kafkaConnection } from '../../stores/kafka.js';
import { whenAvailable } from '../../process/when-available.js';
import { withinSession, type Interruptible } from '../within-session.js';
import { requireKafka } from './require-kafka.js';

const sendWithin = async (topic: string, { config, log, waiting }: Interruptible): Promise<number> => {
  const kafka = requireKafka(config);
  const own = { prefix: kafka.topicPrefix, generation: TOPIC_DEFAULTS.generation };
  const known = Object.values(publicTopics).map((each) => topicName(each, own));
  if (!known.includes(topic))
    throw new CommandFault(`There is no topic "${topic}"; there are ${known.join(', ')}.`, { code: 'no-topic' });
  const [{ kafkaClient }, { replayParked }] = await Promise.all([
    import('../../../kafka/client.js'), // takes long to load
    import('../../../kafka/replay.js'),
  ]);
  const connection = { ...kafkaConnection(kafka), clientId: 'replay-parked' };
  const client = kafkaClient(connection, 'asking', log('broker'));
  return whenAvailable('Kafka', waiting, () => replayParked(client, topic));
};

/** Sends the parked messages of a topic again. Rejects with CommandFault, KafkaFault. */
export const sendParkedAgain = async (topic: string, session: Session): Promise<Ended> => {
  const { output } = session;
  const sent = await withinSession(session, (within) => sendWithin(topic, within));
  if (output.form !== 'json') {
    const text =
      sent === 0 ? `No messages of ${topic} are parked.` : `Sent ${countText(sent, 'message')} of ${topic} again.`;
    await output.write(`${text}\n`);
  }
  return { code: 0, summary: { topic, messages: sent } };
};
