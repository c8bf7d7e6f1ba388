import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { nodeFiles } from '../../../../../infra/embedded/file-system/files.js';
import {
  placeFiles,
  type PlacedFile,
  type PlaceOrder,
} from '../../../../../infra/embedded/s3-server/bytes/place-files.js';
import { temporaryFolder } from '../../../../support/temporary-folder.js';

describe('small files that are copied to where they are to stay', () => {
  const folder = temporaryFolder();
  const at = (...names: string[]): string => join(folder(), ...names);
  beforeEach(() => {
    for (const name of ['from', 'to', 'to/box']) mkdirSync(at(name));
  });
  const orderOf = (name: string, bytes: string): PlaceOrder => ({
    from: at('from', name),
    size: Buffer.byteLength(bytes),
    to: { root: at('to'), path: at('to', 'box', name) },
  });
  const source = (name: string, bytes: string): PlaceOrder => {
    writeFileSync(at('from', name), bytes);
    return orderOf(name, bytes);
  };
  const placed = (...orders: PlaceOrder[]): readonly (PlacedFile | null)[] => placeFiles(orders, Buffer.alloc(1_000));

  it('have their bytes there, with the digest, and the states of copy and source', async () => {
    const [a, empty] = placed(source('a', 'one'), source('empty', ''));
    const digest = createHash('sha256').update('one');
    const sha256 = digest.copy().digest('base64');
    const { size, mtimeMs } = lstatSync(at('from', 'a'));
    expect(a).to.deep.equal({
      ...{ size: 3, sha256, etag: `${digest.digest('hex').slice(0, 32)}-1`, isDurable: true },
      ...{ stamp: (await nodeFiles.state(at('to', 'box', 'a')))?.stamp, source: { size, mtimeMs } },
    });
    expect(empty).to.include({ size: 0, isDurable: true });
    expect(readFileSync(at('to', 'box', 'a'), 'utf8')).to.equal('one');
  });

  it('leave nothing, one by one, where the source is not as it should be', () => {
    mkdirSync(at('from', 'folder'));
    const wrong = [
      orderOf('missing', 'one'),
      orderOf('folder', 'one'),
      { ...source('short', 'one'), size: 4 },
      { ...source('long', 'one'), size: 2 },
    ];
    const found = placed(...wrong, source('good', 'one'));
    expect(found.map((each) => each !== null)).to.deep.equal([false, false, false, false, true]);
    for (const { to } of wrong) expect(existsSync(to.path), to.path).to.equal(false);
  });

  it('touch no file that is there, and follow no link on their way', () => {
    writeFileSync(at('to', 'box', 'a'), 'of another');
    symlinkSync(at('to', 'box'), at('to', 'link'));
    const behind = { ...source('b', 'two'), to: { root: at('to'), path: at('to', 'link', 'b') } };
    expect(placed(source('a', 'one'), behind)).to.deep.equal([null, null]);
    expect(readFileSync(at('to', 'box', 'a'), 'utf8')).to.equal('of another');
    expect(existsSync(at('to', 'box', 'b'))).to.equal(false);
  });
});
