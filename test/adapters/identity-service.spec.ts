import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileIdentityService } from '../../infra/identity-service/file-identity-service.js';
import { httpIdentityService } from '../../infra/identity-service/http-identity-service.js';
import { identityServiceContract } from '../contracts/identity-service.contract.js';
import { answerRecords, openRecordsServer } from '../support/identity-service/records-server.js';

identityServiceContract('a file', async (records) => {
  const folder = await mkdtemp(join(tmpdir(), 'muniment-'));
  const file = join(folder, 'records.json');
  await writeFile(file, JSON.stringify(records));
  return { service: fileIdentityService(file), close: () => rm(folder, { recursive: true }) };
});

identityServiceContract('HTTP', async (records) => {
  const server = await openRecordsServer(answerRecords(() => records));
  return {
    service: httpIdentityService({ root: server.base, timeoutMs: 5_000, key: null }),
    close: () => server.close(),
  };
});
