import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { expect } from 'chai';
import { readWhole } from '../../../../../formats/read-whole.js';
import { engineByteStore } from '../../../../../infra/embedded/byte-store.js';
import type {
  ObjectEngine,
  Part,
  PendingUpload,
} from '../../../../../infra/embedded/s3-server/contract/object-engine.js';
import { nodeFiles } from '../../../../../infra/embedded/file-system/files.js';
import { everySchedule, interleaveSteps } from '../../../../support/scheduling/interleaving.js';
import { behindGate, forgetGates, steppedFiles } from '../../../../support/faults/stepped-engine.js';
import { temporaryEngine } from '../../../../support/s3/temporary-engine.js';
import { openedForEach } from '../../../../support/platform/opened.js';

const digest = (algorithm: string, ...bytes: Uint8Array[]): Buffer => {
  const hash = createHash(algorithm);
  for (const each of bytes) hash.update(each);
  return hash.digest();
};

const codeOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'no fault',
    (error: unknown) => (error as { code?: unknown }).code,
  );

describe('a multipart upload', () => {
  const first = Buffer.alloc(5 * 1024 * 1024, 'first');
  const second = Buffer.from('the rest');
  const attributes = { contentType: 'text/plain', headers: {}, metadata: {} };
  const temporary = openedForEach(temporaryEngine);
  let engine: ObjectEngine;
  beforeEach(() => {
    engine = temporary.engine;
  });
  after(forgetGates);

  const begin = (
    bucket = 'workspace',
    options: Partial<Pick<PendingUpload, 'algorithm' | 'checksumType'>> = {},
  ): Promise<PendingUpload> =>
    engine.beginUpload({ bucket, key: 'a/object' }, { attributes, algorithm: null, checksumType: null, ...options });
  const part = async (uploadId: string, number: number, bytes: Buffer): Promise<Part> =>
    engine.putPart(uploadId, number, await engine.stage('workspace', Readable.from([bytes]), ['SHA256', 'CRC32']));
  const byteFiles = async (): Promise<number> => {
    const entries = await readdir(join(temporary.folder, 'objects'), { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).length;
  };

  for (const bucket of ['workspace', 'repository']) {
    it(`becomes one object in the ${bucket}, also after a restart, and its parts go`, async () => {
      const { uploadId } = await begin(bucket);
      const two = await part(uploadId, 2, second);
      const one = await part(uploadId, 1, first);
      engine = await temporary.reopen();
      expect((await engine.parts(uploadId)).map(({ number }) => number)).to.deep.equal([1, 2]);
      const stored = await engine.completeUpload(uploadId, [one, two], {});
      expect(stored.etag).to.equal(`"${digest('md5', digest('md5', first), digest('md5', second)).toString('hex')}-2"`);
      expect(stored.parts).to.deep.equal([first.length, second.length]);
      expect(stored.sha256).to.equal(null);
      const { bytes, info } = await readWhole(engineByteStore(engine), stored);
      expect(bytes.equals(Buffer.concat([first, second]))).to.equal(true);
      expect(info.contentType).to.equal('text/plain');
      expect(await engine.uploads(bucket, '')).to.deep.equal([]);
      expect(await byteFiles()).to.equal(bucket === 'workspace' ? 1 : 0);
    });
  }

  it('has the composite checksum of its parts, or the one of the whole', async () => {
    const composite = await begin('workspace', { algorithm: 'SHA256', checksumType: 'COMPOSITE' });
    const parts = [await part(composite.uploadId, 1, first), await part(composite.uploadId, 2, second)];
    const one = await engine.completeUpload(composite.uploadId, parts, {});
    const ofParts = digest('sha256', digest('sha256', first), digest('sha256', second)).toString('base64');
    expect(one).to.deep.include({ checksumType: 'COMPOSITE', checksums: { SHA256: `${ofParts}-2` }, sha256: null });

    const whole = await begin('workspace', { algorithm: 'CRC32', checksumType: 'FULL_OBJECT' });
    const again = [await part(whole.uploadId, 1, first), await part(whole.uploadId, 2, second)];
    const crc = Buffer.alloc(4);
    crc.writeUInt32BE(crc32(second, crc32(first)));
    const wrong = engine.completeUpload(whole.uploadId, again, { expected: { CRC32: 'AAAAAA==' } });
    expect(await codeOf(wrong)).to.equal('digest-mismatch');
    const claimed = { CRC32: crc.toString('base64') };
    const two = await engine.completeUpload(whole.uploadId, again, { expected: claimed });
    expect(two).to.deep.include({ checksumType: 'FULL_OBJECT', checksums: claimed });
  });

  it('replaces a part that is given again', async () => {
    const { uploadId } = await begin();
    const old = await part(uploadId, 1, Buffer.from('old'));
    const replaced = await part(uploadId, 1, Buffer.from('new'));
    expect(await byteFiles()).to.equal(1);
    expect(await codeOf(engine.completeUpload(uploadId, [old], {}))).to.equal('invalid-part');
    await engine.completeUpload(uploadId, [replaced], {});
  });

  it('refuses parts that do not fit and goes on', async () => {
    const { uploadId } = await begin();
    const one = await part(uploadId, 1, second);
    const two = await part(uploadId, 2, second);
    const complete = (parts: readonly Pick<Part, 'number' | 'etag'>[]) =>
      codeOf(engine.completeUpload(uploadId, parts, {}));
    expect(await complete([])).to.equal('invalid-part');
    expect(await complete([two, one])).to.equal('invalid-part-order');
    expect(await complete([one, two])).to.equal('part-too-small');
    expect(await complete([{ number: 3, etag: one.etag }])).to.equal('invalid-part');
    expect(await complete([one])).to.equal('no fault');
  });

  it('keeps to the condition under which it is completed', async () => {
    const { uploadId, bucket, key } = await begin();
    const one = await part(uploadId, 1, second);
    await engineByteStore(engine).put({ bucket, key }, Buffer.from('there before'));
    const late = engine.completeUpload(uploadId, [one], { onlyIf: 'absent' });
    expect(await codeOf(late)).to.equal('precondition-failed');
    expect(await engine.upload(uploadId)).to.deep.include({ bucket, key });
  });

  it('leaves nothing when it is aborted, and is not known any more', async () => {
    const { uploadId } = await begin();
    await part(uploadId, 1, second);
    await engine.abortUpload(uploadId);
    expect(await byteFiles()).to.equal(0);
    expect(await engine.upload(uploadId)).to.equal(null);
    expect(await codeOf(part(uploadId, 2, second))).to.equal('upload-not-found');
    expect(await codeOf(engine.completeUpload(uploadId, [], {}))).to.equal('upload-not-found');
    expect(await codeOf(engine.abortUpload(uploadId))).to.equal('upload-not-found');
  });

  const whileReplacedBy = async (again: string): Promise<readonly string[]> => {
    engine = await temporary.reopen(steppedFiles(nodeFiles));
    const outcomes = new Set<string>();
    await everySchedule(async (choose) => {
      const upload = await begin();
      const old = await part(upload.uploadId, 1, Buffer.from('old'));
      const staged = await engine.stage('workspace', Readable.from([Buffer.from(again)]), []);
      let completed: unknown;
      let replaced: unknown;
      const complete = async (): Promise<void> => {
        completed = await codeOf(engine.completeUpload(upload.uploadId, [old], {}));
      };
      const replace = async (): Promise<void> => {
        replaced = await codeOf(engine.putPart(upload.uploadId, 1, staged));
      };
      const works = [complete, replace].map((work) => (gate: () => Promise<void>) => behindGate(gate, work));
      await interleaveSteps(works, { choose });
      outcomes.add(`${String(completed)}, ${String(replaced)}`);
      if (completed !== 'no fault') return;
      expect((await readWhole(engineByteStore(engine), upload)).bytes.toString()).to.equal('old');
      await engine.delete(upload.bucket, [upload.key]);
    }, 2_000);
    return [...outcomes].sort();
  };

  it('is completed as it was named, or not at all, while a part of it is replaced', async () => {
    const outcomes = ['invalid-part, no fault', 'no fault, no fault', 'no fault, upload-not-found'];
    expect(await whileReplacedBy('new')).to.deep.equal(outcomes);
  });

  it('is completed while a part of it is sent again unchanged', async () => {
    expect(await whileReplacedBy('old')).to.deep.equal(['no fault, no fault', 'no fault, upload-not-found']);
  });
});
