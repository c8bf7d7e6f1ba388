import { Readable } from 'node:stream';
import { expect } from 'chai';
import { stub } from 'sinon';
import { addToMets, type AddedToMets } from '../../../../../commands/mets-edits/add-to-mets.js';
import type { Refusal } from '../../../../../commands/core/decider.js';
import { openDigestReader, type DigestReader } from '../../../../../commands/workspace/digests/digest-reader.js';
import type { ByteStore } from '../../../../../formats/bytes.js';
import { readWhole } from '../../../../../formats/read-whole.js';
import { refusalAnswer } from '../../../../../gateways/service/refusal-answer.js';
import { intentOf } from '../../../../support/command-bench.js';
import { until as comes } from '../../../../support/scheduling/until.js';
import { etagOf, filledDeposit, uploadWithoutDigest, type OpenedDeposit } from '../../../conversation.js';
import { liveServices } from '../../../live-services.js';
import { sha256Of } from '../../../../support/sha256.js';
import { readMets } from '../../../../support/mets-in-bytes.js';

const texts = Object.fromEntries(
  ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [`objects/${name}.bin`, `text of ${name}`]),
);
const paths = Object.keys(texts);

/** Counts what is read of a store, and lets go of a reading only when it is told to. */
const heldReads = (bytes: ByteStore) => {
  const begun: string[] = [];
  const holding = new Map<string, () => void>();
  let open = false;
  const get = bytes.get.bind(bytes);
  const stubbed = stub(bytes, 'get').callsFake(async (at, options) => {
    if (!at.key.endsWith('.bin')) return get(at, options);
    begun.push(at.key.slice(at.key.lastIndexOf('/') + 1));
    const body = await get(at, options);
    const held = async function* (): AsyncGenerator<Buffer> {
      if (!open) await new Promise<void>((resolve) => holding.set(at.key, resolve));
      yield* body.stream as AsyncIterable<Buffer>;
    };
    return { info: body.info, stream: Readable.from(held()) };
  });
  return {
    begun,
    restore: () => stubbed.restore(),
    letGo: () => {
      open = true;
      for (const resolve of holding.values()) resolve();
    },
  };
};

describe('digests that the platform computes for a METS', () => {
  const live = liveServices();
  let deposit: OpenedDeposit;
  beforeEach(async () => {
    deposit = await filledDeposit(live, {});
    await uploadWithoutDigest(live, deposit, texts);
  });

  const add = async (reader: DigestReader, until: AbortSignal): Promise<AddedToMets | Refusal> => {
    const request = { depositId: deposit.id, ifMatch: await etagOf(deposit), paths, computing: { reader, until } };
    const settled = await addToMets(live.dependencies, intentOf('dev'), request);
    return settled.ok ? settled.value : settled.refusal;
  };
  const digestsInMets = async (): Promise<(string | null | undefined)[]> => {
    const at = { bucket: live.places.workspaceBucket, key: `${deposit.prefix}mets.xml` };
    const mets = readMets((await readWhole(live.bytes, at)).bytes);
    return paths.map((path) => mets.filesByPath.get(path)?.digest);
  };
  const never = (): AbortSignal => new AbortController().signal;

  it('are read a few concurrently, and all recorded', async () => {
    const reads = heldReads(live.bytes);
    try {
      const adding = add(openDigestReader(live.bytes), never());
      await comes('two are being read', () => Promise.resolve(reads.begun.length === 2));
      await new Promise((resolve) => setImmediate(resolve));
      expect(reads.begun).to.have.length(2);
      reads.letGo();
      expect(await adding)
        .to.include.keys('items')
        .and.deep.include({ withoutDigest: [], computedDigests: paths });
      expect(reads.begun).to.have.length(paths.length);
    } finally {
      reads.restore();
    }
    expect(await digestsInMets()).to.deep.equal(Object.values(texts).map(sha256Of));
  });

  it('leave room for other callers, however long the files of one take', async () => {
    const reader = openDigestReader(live.bytes);
    const reads = heldReads(live.bytes);
    const read = async (holder: string, name: string): Promise<string | null> => {
      const at = { bucket: live.places.workspaceBucket, key: `${deposit.prefix}objects/${name}.bin` };
      const seen = await live.bytes.head(at);
      if (seen === null) throw new Error(`${name} is not there`);
      return (await reader.read(seen, { holder, until: never(), late: () => Promise.resolve() }))?.sha256 ?? null;
    };
    try {
      const long = ['a', 'b', 'c'].map((name) => read('one', name));
      await comes('the first are being read', () => Promise.resolve(reads.begun.length === 2));
      const others = [read('another', 'd'), read('a third', 'e')];
      await comes('those of the others are, too', () => Promise.resolve(reads.begun.length === 4));
      expect([...reads.begun].sort()).to.deep.equal(['a.bin', 'b.bin', 'd.bin', 'e.bin']);
      reads.letGo();
      const digests = ['a', 'b', 'c', 'd', 'e'].map((name) => sha256Of(`text of ${name}`));
      expect(await Promise.all([...long, ...others])).to.deep.equal(digests);
    } finally {
      reads.restore();
    }
  });

  it('stop at the deadline, with how many are done, and continue where they stopped', async () => {
    const before = await etagOf(deposit);
    const reader = openDigestReader(live.bytes);
    const reads = heldReads(live.bytes);
    try {
      const deadline = new AbortController();
      const adding = add(reader, deadline.signal);
      await comes('two are being read', () => Promise.resolve(reads.begun.length === 2));
      deadline.abort(new Error('no more time'));
      const refusal = (await adding) as Refusal;
      expect(refusal).to.include({ code: 'digests-unfinished' });
      expect(refusal.detail).to.match(/^0 of the 6 files/);
      expect(refusalAnswer(refusal)).to.deep.include({ status: 503, headers: { 'Retry-After': '5' } });
      expect(await etagOf(deposit)).to.equal(before);
      reads.letGo(); // what was begun goes on, and is kept
      await comes('what was begun is kept', async () => {
        const again = new AbortController();
        again.abort(new Error('at once'));
        return ((await add(openDigestReader(live.bytes), again.signal)) as Refusal).detail.startsWith('2 of the 6');
      });
      const begun = reads.begun.length;
      expect(await add(openDigestReader(live.bytes), never())).to.deep.include({ withoutDigest: [] });
      expect(reads.begun.length - begun).to.equal(4);
    } finally {
      reads.restore();
    }
    expect(await digestsInMets()).to.deep.equal(Object.values(texts).map(sha256Of));
  });

  it('are read once for two concurrent requests', async () => {
    const reader = openDigestReader(live.bytes);
    const reads = heldReads(live.bytes);
    let asked = 0;
    const counted: DigestReader = {
      ...reader,
      read: (...request) => {
        asked++;
        return reader.read(...request);
      },
    };
    try {
      const adding = [add(counted, never()), add(counted, never())];
      await comes('both ask for them', () => Promise.resolve(asked === 4 && reads.begun.length === 2));
      reads.letGo();
      const codes = (await Promise.all(adding)).map((each) => ('code' in each ? each.code : 'ok'));
      expect(codes.filter((code) => code === 'ok')).to.have.length.greaterThan(0);
      for (const code of codes) expect(code).to.be.oneOf(['ok', 'mets-race-lost']);
      expect([...reads.begun].sort()).to.deep.equal(paths.map((path) => path.slice('objects/'.length)));
    } finally {
      reads.restore();
    }
  });

  it('are not of a file that is written over while it is read, nor of the one that takes its place', async () => {
    const reads = heldReads(live.bytes);
    try {
      const adding = add(openDigestReader(live.bytes), never());
      await comes('the first are being read', () => Promise.resolve(reads.begun.length === 2));
      const [first = ''] = reads.begun;
      await uploadWithoutDigest(live, deposit, { [`objects/${first}`]: 'of the same length'.slice(0, 9) });
      reads.letGo();
      expect(await adding).to.deep.include({ withoutDigest: [`objects/${first}`] });
    } finally {
      reads.restore();
    }
  });

  it('keep to the content that was read: another one under the same name is read again', async () => {
    await add(openDigestReader(live.bytes), never());
    await uploadWithoutDigest(live, deposit, { 'objects/a.bin': 'TEXT OF A' });
    const reads = heldReads(live.bytes);
    reads.letGo();
    try {
      expect(await add(openDigestReader(live.bytes), never())).to.deep.include({ withoutDigest: [] });
      expect(reads.begun).to.deep.equal(['a.bin']);
    } finally {
      reads.restore();
    }
    expect((await digestsInMets())[0]).to.equal(sha256Of('TEXT OF A'));
  });
});
