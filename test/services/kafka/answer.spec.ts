import { expect } from 'chai';
import kafkajs from 'kafkajs';
import { answeringServer } from '../../support/http/answering-server.js';

const topicsOf = async (brokers: string): Promise<readonly string[]> => {
  const { Kafka, logLevel } = kafkajs;
  const admin = new Kafka({ brokers: brokers.split(','), logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  try {
    return await admin.listTopics();
  } finally {
    await admin.disconnect();
  }
};

answeringServer('Kafka', 'MUNIMENT_TEST_KAFKA', (address) => {
  it('tells its topics', async () => expect(await topicsOf(address())).to.be.an('array'));
});
