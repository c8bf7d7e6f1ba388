import { expect } from 'chai';
import { openS3ByteStore } from '../../../infra/s3/byte-store.js';
import { openS3Harness, owner, type S3Harness } from '../../support/s3/s3-harness.js';

const NAMES = [
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'AWS_PROFILE',
  'AWS_REGION',
  'AWS_SHARED_CREDENTIALS_FILE',
  'AWS_CONFIG_FILE',
  'AWS_EC2_METADATA_DISABLED',
] as const;

describe('the credentials of the byte store on S3', () => {
  let harness: S3Harness;
  let before: Partial<Record<string, string>> = {};
  beforeEach(async () => {
    harness = await openS3Harness();
    before = Object.fromEntries(NAMES.map((name) => [name, process.env[name]]));
    for (const name of NAMES) Reflect.deleteProperty(process.env, name);
    // No file of the one who runs the tests has a part in them.
    process.env['AWS_SHARED_CREDENTIALS_FILE'] = process.env['AWS_CONFIG_FILE'] = '/nonexistent';
  });
  afterEach(async () => {
    for (const name of NAMES) {
      const value = before[name];
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
    }
    await harness.close();
  });

  const outcome = async (): Promise<unknown> => {
    const store = openS3ByteStore({ endpoint: harness.endpoint, forcePathStyle: true, patienceMs: 100 });
    try {
      return await store.put({ bucket: 'workspace', key: 'k' }, Buffer.from('x'));
    } catch (error) {
      return error;
    } finally {
      store.close();
    }
  };

  it('and its region come from the environment when they are not given', async () => {
    process.env['AWS_ACCESS_KEY_ID'] = owner.accessKeyId;
    process.env['AWS_SECRET_ACCESS_KEY'] = owner.secretAccessKey;
    process.env['AWS_REGION'] = 'us-east-1';
    expect(await outcome()).to.include({ size: 1 });
  });

  it('that nobody has are told soon, and that nothing was sent', async () => {
    process.env['AWS_REGION'] = 'us-east-1';
    process.env['AWS_EC2_METADATA_DISABLED'] = 'true';
    const failure = await outcome();
    expect(failure).to.include({ name: 'ByteStoreFault', code: 'store-unavailable' });
    expect((failure as Error).message).to.contain('credentials');
  });
});
