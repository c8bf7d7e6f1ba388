import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import {
  copyWhole,
  type WholeCopied,
  type WholeCopy,
} from '../../../../../infra/embedded/s3-server/bytes/whole-copy.js';
import { nodeFiles } from '../../../../../infra/embedded/file-system/files.js';
import { temporaryFolder } from '../../../../support/temporary-folder.js';

const sha256 = (bytes: string): string => createHash('sha256').update(bytes).digest('hex');
const ETAG = 'the etag that is known';

describe('whole copies of small files', () => {
  const folder = temporaryFolder();
  const at = (...names: string[]): string => join(folder(), ...names);
  beforeEach(() => {
    for (const name of ['from', 'tmp', 'to', 'to/box']) mkdirSync(at(name));
  });
  const source = (name: string, bytes: string): WholeCopy => {
    writeFileSync(at('from', name), bytes);
    return copyOf(name, bytes);
  };
  const copyOf = (name: string, bytes: string): WholeCopy => ({
    from: { root: at('from'), path: at('from', name) },
    size: Buffer.byteLength(bytes),
    temporary: at('tmp', name),
    to: { root: at('to'), path: at('to', 'box', name) },
    known: { sha256: sha256(bytes), etag: ETAG },
  });
  const copied = (...copies: WholeCopy[]): readonly WholeCopied[] => copyWhole(copies, Buffer.alloc(1_000));
  const kinds = (...copies: WholeCopy[]): string[] => copied(...copies).map(({ kind }) => kind);

  it('have the bytes at their paths, with digests and the state of the file there', async () => {
    writeFileSync(at('to', 'box', 'b'), 'before');
    const [a, b, empty] = copied(source('a', 'one'), source('b', 'two'), source('empty', ''));
    const state = await nodeFiles.state(at('to', 'box', 'a'));
    const digest = createHash('sha256').update('one').digest('base64');
    expect(a).to.deep.equal({
      ...{ kind: 'moved', isDurable: true, replaced: false },
      ...{ stamp: state?.stamp, etag: ETAG, sha256: digest },
    });
    expect(b).to.include({ kind: 'moved', replaced: true });
    expect(empty).to.include({ kind: 'moved' });
    expect(readFileSync(at('to', 'box', 'a'), 'utf8')).to.equal('one');
    expect(readFileSync(at('to', 'box', 'b'), 'utf8')).to.equal('two');
    expect(existsSync(at('tmp', 'a'))).to.equal(false);
  });

  it('have an MD5 as their ETag where the bytes are not the known ones', () => {
    const [copy] = copied({ ...source('a', 'one'), known: { sha256: sha256('other'), etag: ETAG } });
    expect(copy).to.include({ etag: createHash('md5').update('one').digest('hex') });
  });

  it('are declined one by one, and leave nothing, where the source is not as it should be', () => {
    symlinkSync(at('from', 'a'), at('from', 'link'));
    mkdirSync(at('from', 'folder'));
    symlinkSync(at('from'), at('from', 'back'));
    const behind = { root: at('from'), path: at('from', 'back', 'a') };
    const good = source('a', 'one');
    const wrong = [
      copyOf('missing', 'one'),
      copyOf('link', 'one'),
      copyOf('folder', 'one'),
      { ...copyOf('short', 'one'), from: good.from, size: 4 },
      { ...copyOf('behind', 'one'), from: behind },
    ];
    expect(kinds(...wrong, good)).to.deep.equal([...wrong.map(() => 'declined'), 'moved']);
    for (const { temporary, to } of wrong)
      expect([existsSync(temporary), existsSync(to.path)]).to.deep.equal([false, false]);
  });

  it('are declined where the temporary file cannot be written', () => {
    writeFileSync(at('tmp', 'a'), 'of somebody else');
    expect(kinds(source('a', 'one'))).to.deep.equal(['declined']);
    expect(readFileSync(at('tmp', 'a'), 'utf8')).to.equal('of somebody else');
  });

  it('stay in the temporary folder where they cannot be moved to their paths', () => {
    symlinkSync(at('to', 'box'), at('to', 'link'));
    mkdirSync(at('to', 'box', 'folder'));
    const to = (...names: string[]) => ({ root: at('to'), path: at('to', ...names) });
    const copies = [
      { ...source('a', 'one'), to: to('no-folder', 'a') },
      { ...source('b', 'two'), to: to('link', 'b') },
      { ...source('c', 'three'), to: to('box', 'folder') },
    ];
    expect(kinds(...copies)).to.deep.equal(['temporary', 'temporary', 'temporary']);
    expect(readFileSync(at('tmp', 'b'), 'utf8')).to.equal('two');
    expect(existsSync(at('to', 'box', 'b'))).to.equal(false);
  });
});
