import { accessByKeys } from '../../../../infra/compose/serving/workspace-access.js';
import { engineByteStore } from '../../../../infra/embedded/byte-store.js';
import { workspaceKeys } from '../../../../infra/embedded/workspace-keys.js';
import { workspaceAccessContract } from '../../../contracts/workspace-access.contract.js';
import { openS3Harness } from '../../../support/s3/s3-harness.js';

workspaceAccessContract('URLs presigned by keys for one workspace', async () => {
  const keys = workspaceKeys({
    secret: 'the secret of the folder',
    buckets: ['workspace'],
    prefixOf: (depositId) => `deposits/${depositId}/`,
    isDeleted: () => Promise.resolve(false),
  });
  const harness = await openS3Harness({ findCredential: keys.find });
  return {
    open: accessByKeys(keys, harness.engine, { endpoint: harness.endpoint, region: 'us-east-1' }),
    bucket: 'workspace',
    objects: engineByteStore(harness.engine),
    close: () => harness.close(),
  };
});
