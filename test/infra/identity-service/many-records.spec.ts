import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { fileIdentityService } from '../../../infra/identity-service/file-identity-service.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

describe('many identity records in a file', () => {
  const folder = temporaryFolder();

  it('are found among 100,000', async () => {
    const records = Array.from({ length: 100_000 }, (_, at) => `{"id":"r${at}","catirn":"${at % 50_000}"}`);
    const file = join(folder(), 'records.json');
    await writeFile(file, `[\n${records.join(',\n')}\n]\n`);
    const long = new Date(Date.now() - 3_600_000);
    await utimes(file, long, long);
    const service = fileIdentityService(file);
    await service.check();
    for (let at = 0; at < 1_000; at += 1) expect(await service.matching('catirn', String(at))).to.have.length(2);
  });
});
