import { expect } from 'chai';
import { MongoClient } from 'mongodb';
import { answeringServer } from '../../support/http/answering-server.js';

const helloOf = async (url: string): Promise<Readonly<Record<string, unknown>>> => {
  const client = new MongoClient(url, { serverSelectionTimeoutMS: 10_000 });
  try {
    return await client.db('admin').command({ hello: 1 });
  } finally {
    await client.close();
  }
};

answeringServer('MongoDB', 'MUNIMENT_TEST_MONGODB', (address) => {
  it('takes writes and stands alone', async () => {
    const hello = await helloOf(address());
    expect(hello).to.include({ isWritablePrimary: true }).and.not.to.have.property('setName');
  });
});

answeringServer('MongoDB as a replica set', 'MUNIMENT_TEST_MONGODB_REPLICA_SET', (address) => {
  it('takes writes as the primary of its set', async () =>
    expect(await helloOf(address()))
      .to.include({ isWritablePrimary: true })
      .and.to.have.property('setName'));
});
