import { ListBucketsCommand } from '@aws-sdk/client-s3';
import { expect } from 'chai';
import kafkajs from 'kafkajs';
import { MongoClient } from 'mongodb';
import { plainClient, type S3Server } from '../support/s3-server.js';
import { service } from '../support/services.js';

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

const helloOf = async (url: string): Promise<Readonly<Record<string, unknown>>> => {
  const client = new MongoClient(url, { serverSelectionTimeoutMS: 10_000 });
  try {
    return await client.db('admin').command({ hello: 1 });
  } finally {
    await client.close();
  }
};

const bucketsOf = async (json: string): Promise<readonly unknown[]> => {
  const client = plainClient(JSON.parse(json) as S3Server);
  try {
    return (await client.send(new ListBucketsCommand({}))).Buckets ?? [];
  } finally {
    client.destroy();
  }
};

/** One suite for one server, skipped by name where the server is not there. */
const answers = (what: string, variable: string, specs: (address: () => string) => void): void => {
  describe(`the server of ${what}`, () => {
    let found: string | null = null;
    before(function () {
      found = service(variable, what);
      if (found === null) this.skip();
    });
    specs(() => found ?? '');
  });
};

answers('Kafka', 'MUNIMENT_TEST_KAFKA', (address) => {
  it('tells its topics', async () => expect(await topicsOf(address())).to.be.an('array'));
});

answers('MongoDB', 'MUNIMENT_TEST_MONGODB', (address) => {
  it('takes writes and stands alone', async () => {
    const hello = await helloOf(address());
    expect(hello).to.include({ isWritablePrimary: true }).and.not.to.have.property('setName');
  });
});

answers('MongoDB as a replica set', 'MUNIMENT_TEST_MONGODB_REPLICA_SET', (address) => {
  it('takes writes as the primary of its set', async () =>
    expect(await helloOf(address()))
      .to.include({ isWritablePrimary: true })
      .and.to.have.property('setName'));
});

answers('S3 by versitygw', 'MUNIMENT_TEST_S3_VERSITYGW', (address) => {
  it('tells its buckets', async () => expect(await bucketsOf(address())).to.be.an('array'));
});

answers('S3 by MinIO', 'MUNIMENT_TEST_S3_MINIO', (address) => {
  it('tells its buckets', async () => expect(await bucketsOf(address())).to.be.an('array'));
});
