import { expect } from 'chai';
import { s3WorkspaceAccess } from '../../../infra/s3/workspace-access/workspace-access.js';
import { openS3ByteStore } from '../../../infra/s3/byte-store.js';
import { workspaceAccessContract, type AccessUnderTest } from '../../contracts/workspace-access.contract.js';
import { plainClient, settingsOf, type S3Server } from '../../support/s3/s3-server.js';
import { newBuckets, servers } from './servers.js';
import { keysIn } from '../../support/s3/keys-in.js';

const startOn = async (at: S3Server): Promise<AccessUnderTest> => {
  const client = plainClient(at);
  const [bucket] = await newBuckets(client);
  client.destroy();
  const access = s3WorkspaceAccess(settingsOf(at));
  const objects = openS3ByteStore(settingsOf(at));
  const close = (): Promise<void> => {
    access.close();
    objects.close();
    return Promise.resolve();
  };
  return { open: access.open, bucket, objects, close };
};

for (const { name, at, bindsPresigned } of servers()) {
  if (at !== null && bindsPresigned) {
    workspaceAccessContract(`URLs for ${name}`, () => startOn(at));
    continue;
  }
  describe(`workspace access: ${name}`, () => {
    before(function () {
      if (at === null) this.skip();
    });

    it(`is not given where the store passes over headers that were not signed (needs ${name})`, async () => {
      const { open, bucket, objects, close } = await startOn(at!);
      const period = { from: new Date(), seconds: 60 };
      expect(await open({ depositId: 'd', files: { bucket, prefix: 'deposits/d/' } }, period)).to.equal(null);
      const left = await keysIn(objects, bucket);
      expect(left).to.deep.equal([]);
      await close();
    });
  });
}
