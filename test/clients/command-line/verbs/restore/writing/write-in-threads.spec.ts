import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type {
  FileToWrite,
  FileWriter,
  WrittenFiles,
} from '../../../../../../clients/command-line/verbs/restore/writing/file-writer.js';
import { writeInThreads } from '../../../../../../clients/command-line/verbs/restore/writing/write-in-threads.js';
import { codeOf } from '../../../../../../flow/error-code.js';
import { sha256Of } from '../../../../../support/sha256.js';
import { temporaryFolder } from '../../../../../support/temporary-folder.js';

const LARGE = Buffer.alloc(9_000_001, 'muniment ');

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
}

describe('the writing of files in threads', () => {
  const folder = temporaryFolder();
  let writer: FileWriter;
  before(() => (writer = writeInThreads(2)));
  after(() => writer.close());
  const at = (name: string): string => join(folder(), name);
  const fileOf = (name: string, bytes: Buffer, content: FileToWrite['content'] = bytes): FileToWrite => ({
    path: at(name),
    size: bytes.length,
    digest: { algorithm: 'sha256', value: sha256Of(bytes) },
    date: new Date('1911-03-04T05:06:07Z'),
    content,
  });
  const writeOne = (file: FileToWrite, signal = new AbortController().signal): Promise<WrittenFiles> =>
    writer.write(file, () => undefined, signal);

  it('gives each file its bytes and its date, whatever its content is', async () => {
    writeFileSync(at('source'), LARGE);
    const some = Buffer.from('some bytes');
    const files = [fileOf('a', some), fileOf('b', Buffer.alloc(0)), fileOf('c', LARGE, { path: at('source') })];
    expect(await writer.writeSmall(files)).to.deep.equal({
      found: files.map(({ digest }) => digest.value),
      failure: null,
    });
    const others = [
      fileOf('d', LARGE, { path: at('source') }),
      fileOf('e', LARGE, inPieces(LARGE, 300_000)),
      fileOf('f', some, inPieces(some, 3)),
      fileOf('g', Buffer.alloc(0), inPieces(Buffer.alloc(0), 1)),
    ];
    for (const file of others)
      expect(await writeOne(file)).to.deep.equal({ found: [file.digest.value], failure: null });
    for (const [name, bytes] of Object.entries({ a: some, b: '', c: LARGE, d: LARGE, e: LARGE, f: some, g: '' })) {
      expect(readFileSync(at(name)).equals(Buffer.from(bytes)), name).to.equal(true);
      expect(statSync(at(name)).mtime.toISOString(), name).to.equal('1911-03-04T05:06:07.000Z');
    }
  });

  it('leaves nothing of a file with another digest, and tells which it has', async () => {
    writeFileSync(at('source'), LARGE);
    const other = Buffer.from('other');
    const small = [fileOf('a', other, Buffer.from('wrong')), fileOf('b', other)];
    expect((await writer.writeSmall(small)).found).to.deep.equal([sha256Of('wrong'), sha256Of(other)]);
    for (const content of [{ path: at('source') }, inPieces(LARGE, 1_000_000)])
      expect((await writeOne(fileOf('c', other, content))).found).to.deep.equal([sha256Of(LARGE)]);
    expect(readdirSync(folder()).sort()).to.deep.equal(['b', 'source']);
  });

  it('finds nothing where the source is no file, and leaves nothing', async () => {
    mkdirSync(at('folder'));
    symlinkSync('/etc/hostname', at('link'));
    for (const name of ['none', 'folder', 'link', 'folder/none/x']) {
      const file = fileOf('new', Buffer.alloc(1), { path: at(name) });
      expect(await writer.writeSmall([file]), name).to.deep.equal({ found: [null], failure: null });
      expect(await writeOne(file), name).to.deep.equal({ found: [null], failure: null });
    }
    expect(existsSync(at('new'))).to.equal(false);
  });

  it('stops at an error of the system, and tells what was written before', async () => {
    const bytes = Buffer.from('bytes');
    writeFileSync(at('b'), 'is there');
    const { found, failure } = await writer.writeSmall(['a', 'b', 'c'].map((name) => fileOf(name, bytes)));
    expect(found).to.deep.equal([sha256Of(bytes)]);
    expect(failure).to.be.instanceOf(Error).with.property('path', at('b'));
    expect(codeOf(failure)).to.equal('EEXIST');
    expect(codeOf((await writeOne(fileOf('b', LARGE, inPieces(LARGE, 1_000_000)))).failure)).to.equal('EEXIST');
    expect(readFileSync(at('b'), 'utf8')).to.equal('is there');
    expect(existsSync(at('c'))).to.equal(false);
  });

  it('discards a file whose content fails, or that is no longer wanted', async () => {
    const failing = async function* (): AsyncGenerator<Buffer> {
      yield* inPieces(LARGE, 1_000_000);
      throw new Error('broken');
    };
    const broken = await writeOne(fileOf('a', LARGE, failing())).catch((error: unknown) => (error as Error).message);
    expect(broken).to.equal('broken');
    writeFileSync(at('source'), LARGE);
    const aborted = AbortSignal.abort(new Error('stopped'));
    const stopped = await writeOne(fileOf('b', LARGE, { path: at('source') }), aborted).catch(
      (error: unknown) => (error as Error).message,
    );
    expect(stopped).to.equal('stopped');
    expect(readdirSync(folder())).to.deep.equal(['source']);
  });

  it('gives files names that are free, and others only where they may be replaced', async () => {
    for (const name of ['1', '2', '3', 'taken']) writeFileSync(at(name), name);
    const names = [
      ['1', 'one'],
      ['2', 'taken'],
      ['3', 'three'],
    ].map(([from = '', to = '']) => ({ from: at(from), to: at(to) }));
    expect(await writer.rename(names, false)).to.deep.equal({
      isRenamed: [true, false, false],
      taken: at('taken'),
      failure: null,
    });
    expect((await writer.rename(names.slice(1), true)).isRenamed).to.deep.equal([true, true]);
    expect(readFileSync(at('taken'), 'utf8')).to.equal('2');
    expect(codeOf((await writer.rename(names, true)).failure)).to.equal('ENOENT');
  });
});
