import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { openObjectEngine } from '../../../../../infra/embedded/s3-server/s3-server.js';
import { failureOf } from '../../../../support/failure-of.js';

describe('an object engine whose index is damaged', () => {
  it('says what only a copy can replace, and what does not depend on it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'muniment-damaged-index-'));
    await writeFile(join(folder, 'objects.sqlite'), 'no database, and long enough to be looked at '.repeat(50));
    const open = openObjectEngine({ folder, buckets: [{ name: 'workspace', layout: 'indexed' }] });
    const fault = await failureOf(open);
    await rm(folder, { recursive: true });
    expect(fault).to.include({ name: 'ByteStoreFault', code: 'store-unavailable' });
    expect(fault)
      .to.have.property('message')
      .that.matches(/objects\.sqlite of the data folder is damaged\. .* copy of/);
  });
});
