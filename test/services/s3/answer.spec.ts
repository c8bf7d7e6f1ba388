import { ListBucketsCommand } from '@aws-sdk/client-s3';
import { expect } from 'chai';
import { answeringServer } from '../../support/http/answering-server.js';
import { plainClient, type S3Server } from '../../support/s3/s3-server.js';

const bucketsOf = async (json: string): Promise<readonly unknown[]> => {
  const client = plainClient(JSON.parse(json) as S3Server);
  try {
    return (await client.send(new ListBucketsCommand({}))).Buckets ?? [];
  } finally {
    client.destroy();
  }
};

answeringServer('S3 by versitygw', 'MUNIMENT_TEST_S3_VERSITYGW', (address) => {
  it('tells its buckets', async () => expect(await bucketsOf(address())).to.be.an('array'));
});

answeringServer('S3 by MinIO', 'MUNIMENT_TEST_S3_MINIO', (address) => {
  it('tells its buckets', async () => expect(await bucketsOf(address())).to.be.an('array'));
});
