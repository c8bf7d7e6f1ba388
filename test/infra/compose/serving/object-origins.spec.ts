import { expect } from 'chai';
import { objectOrigins } from '../../../../infra/compose/serving/object-origins.js';
import { readConfig } from '../../../../infra/config/config.js';

const servers = {
  MUNIMENT_EVENTSTORE_URL: 'esdb://x:2113',
  MUNIMENT_MONGODB_URL: 'mongodb://x',
  MUNIMENT_KAFKA_BROKERS: 'x:9092',
  MUNIMENT_S3_REGION: 'eu-west-1',
};

describe('where presigned addresses lead, for the policy of the console', () => {
  const of = (environment: Record<string, string>, endpoint: string | null = null): readonly string[] =>
    objectOrigins(readConfig(environment), endpoint === null ? null : { endpoint });

  it('is the S3 endpoint of the data folder, or its public address', () => {
    expect(of({}, 'http://127.0.0.1:8082')).to.deep.equal(['http://127.0.0.1:8082']);
    const set = { MUNIMENT_S3_PUBLIC_URL: 'https://files.example.org' };
    expect(of(set, 'http://127.0.0.1:8082')).to.deep.equal(['https://files.example.org']);
  });

  it('is that of an S3 server, or of each bucket of clients where buckets have names of their own', () => {
    const byPath = { ...servers, MUNIMENT_S3_ENDPOINT: 'http://minio:9000', MUNIMENT_S3_PATH_STYLE: 'true' };
    expect(of(byPath)).to.deep.equal(['http://minio:9000']);
    expect(of({ ...servers, MUNIMENT_S3_PATH_STYLE: 'false' })).to.deep.equal([
      'https://muniment-workspace.s3.eu-west-1.amazonaws.com',
    ]);
  });
});
