import { Readable } from 'node:stream';
import { expect } from 'chai';
import { writeTemporaryFile } from '../../../../../infra/embedded/s3-server/bytes/temporary-file.js';
import { forgetfulFiles } from '../../../../support/power-cuts/forgetful-files.js';

const MIB = 1024 * 1024;

describe('a temporary file', () => {
  it('is synced now and then while a large body comes, and at its end', async () => {
    const disk = forgetfulFiles('/tmp', null);
    let written = 0;
    const syncedAfter: number[] = [];
    const write = (bytes: Uint8Array): Promise<void> => Promise.resolve(void (written += bytes.length));
    const sync = (): Promise<void> => Promise.resolve(void syncedAfter.push(written / MIB));
    const files = { ...disk, create: async (path: string) => ({ ...(await disk.create(path)), write, sync }) };
    const body = Readable.from(Array.from({ length: 5 }, () => new Uint8Array(8 * MIB)));
    await writeTemporaryFile(files, '/tmp/object', body, { algorithms: [] });
    expect(syncedAfter).to.deep.equal([16, 32, 40]);
  });
});
