import { createHash } from 'node:crypto';
import { openSync, closeSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { CopyThreads } from '../../../../../infra/embedded/s3-server/bytes/copy-threads.js';
import { temporaryFolder } from '../../../../support/temporary-folder.js';

const hash = (algorithm: string, bytes: Uint8Array, encoding: 'hex' | 'base64'): string =>
  createHash(algorithm).update(bytes).digest(encoding);

describe('threads that copy files', () => {
  let threads: CopyThreads;
  const folder = temporaryFolder(() => threads.close());
  beforeEach(() => {
    threads = new CopyThreads();
  });
  const at = (name: string): string => join(folder(), name);
  const orderOf = (name: string, size: number) => ({
    from: at(name),
    start: 0,
    end: size - 1,
    to: at(`${name}.copy`),
    known: null,
    etagFrom: 'md5' as const,
  });

  it('give the bytes, digests and state of each of many files', async () => {
    const names = Array.from({ length: 200 }, (_, index) => `${index}`);
    for (const name of names) writeFileSync(at(name), name.repeat(Number(name)));
    const copied = await Promise.all(names.map((name) => threads.copy(orderOf(name, statSync(at(name)).size))));
    for (const [index, { size, etag, sha256, source }] of copied.entries()) {
      const bytes = readFileSync(at(`${index}.copy`));
      expect(bytes.equals(readFileSync(at(`${index}`)))).to.equal(true);
      expect([size, source.size]).to.deep.equal([bytes.length, bytes.length]);
      expect(etag).to.equal(hash('md5', bytes, 'hex'));
      expect(sha256).to.equal(hash('sha256', bytes, 'base64'));
    }
  });

  it('take the ETag that is known for the same bytes, and compute it for others', async () => {
    writeFileSync(at('a'), 'bytes');
    const known = { sha256: hash('sha256', Buffer.from('bytes'), 'hex'), etag: 'as known' };
    expect((await threads.copy({ ...orderOf('a', 5), known })).etag).to.equal('as known');
    const others = { ...orderOf('a', 5), to: at('b'), known: { ...known, sha256: '00' } };
    expect((await threads.copy(others)).etag).to.equal(hash('md5', Buffer.from('bytes'), 'hex'));
  });

  it('make an ETag that nobody takes for an MD5 where none is wanted', async () => {
    writeFileSync(at('a'), 'bytes');
    const { etag } = await threads.copy({ ...orderOf('a', 5), etagFrom: 'sha256' });
    expect(etag).to.equal(`${hash('sha256', Buffer.from('bytes'), 'hex').slice(0, 32)}-1`);
  });

  it('copy a part of an open file, wherever its name leads by now', async () => {
    writeFileSync(at('a'), '0123456789');
    const number = openSync(at('a'), 'r');
    const { size } = await threads
      .copy({ ...orderOf('a', 10), from: number, start: 2, end: 4 })
      .finally(() => closeSync(number));
    expect([size, readFileSync(at('a.copy'), 'utf8')]).to.deep.equal([3, '234']);
  });

  it('reject with the error of the system for one file, leave nothing of it, and copy the others', async () => {
    writeFileSync(at('a'), 'bytes');
    const [missing, taken, good] = await Promise.allSettled([
      threads.copy(orderOf('missing', 1)),
      threads.copy({ ...orderOf('a', 5), to: at('a') }),
      threads.copy(orderOf('a', 5)),
    ]);
    expect(missing).to.have.nested.property('reason.code', 'ENOENT');
    expect(taken).to.have.nested.property('reason.code', 'EEXIST');
    expect(good.status).to.equal('fulfilled');
    expect(existsSync(at('missing.copy'))).to.equal(false);
    expect(readFileSync(at('a'), 'utf8')).to.equal('bytes');
  });

  it('reject what they have not done when they are closed', async () => {
    writeFileSync(at('a'), 'bytes');
    const copying = Promise.allSettled(
      Array.from({ length: 50 }, (_, to) => threads.copy({ ...orderOf('a', 5), to: at(`${to}`) })),
    );
    await threads.close();
    for (const each of await copying)
      if (each.status === 'rejected') expect(each.reason).to.have.property('code', 'EIO');
    const late = await threads.copy(orderOf('a', 5)).catch((error: unknown) => error);
    expect(late).to.have.property('code', 'EIO');
  });
});
