import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { useFakeTimers } from 'sinon';
import { defaultAgents } from '../../../formats/mets/model/agents.js';
import { createMets } from '../../../formats/mets/create-mets.js';
import {
  MetsWorkFault,
  readSource,
  workInline,
  type MetsOrder,
  type MetsSource,
  type MetsTask,
} from '../../../formats/mets/mets-work.js';
import { openMetsThreads, type MetsThreadLimits, type MetsThreads } from '../../../infra/threads/mets-threads.js';
import { ByteStoreFault } from '../../../formats/bytes.js';
import { digestBytes } from '../../../formats/digests/digested.js';
import type { Pieces } from '../../../formats/read-in-pieces.js';
import { amd, file, small } from '../../formats/mets/small-mets.js';
import { sharedData } from '../../support/shared-data.js';
import { until } from '../../support/scheduling/until.js';
import { valueOf } from '../../support/value-of.js';
import type { EditedMets } from '../../../formats/mets/edit-mets.js';
import type { MetsFailure } from '../../../formats/mets/mets-failure.js';
import type { Result } from '../../../flow/result.js';
import { failureOf } from '../../support/failure-of.js';
import { sha256Of } from '../../support/sha256.js';

const now = new Date('2026-11-21T10:00:00Z');
const agents = defaultAgents;
const sample = (name: string): Buffer => readFileSync(sharedData('mets', name));
/** Bytes with a buffer of their own, as they come from a store. */
const whole = (bytes: Uint8Array): Buffer => Buffer.from(new Uint8Array(bytes).buffer);

describe('work on a METS in a thread', () => {
  const opened: MetsThreads[] = [];
  const threads = (limits: Partial<MetsThreadLimits> = {}): MetsThreads => {
    const each = openMetsThreads({ inlineBytes: 0, ...limits });
    opened.push(each);
    return each;
  };
  let shared: MetsThreads;
  before(() => (shared = threads()));
  after(() => Promise.all(opened.map((each) => each.close())));

  const put = { kind: 'put-file', values: { path: 'objects/a.txt', digest: 'ab'.repeat(32), size: 3 } } as const;
  const below = { kind: 'put-folder', values: { path: 'objects/a.txt/b' } } as const;
  const orders: readonly [string, MetsTask, MetsOrder<MetsTask>][] = [
    ['edits', 'edit', { agents, now, edits: [put] }],
    ['an edit at fault', 'edit', { agents, now, edits: [put, below] }],
    ['removals of nothing', 'edit', { agents, now, edits: [{ kind: 'remove-file', path: 'none' }] }],
    ['a look', 'kinds', { agents, paths: ['objects', 'metadata', 'none'] }],
    ['normalising', 'normalise', { agents, now }],
    ['an outline', 'outline', { agents }],
    ['a description', 'describe', { agents }],
  ];
  const documents: readonly [string, () => Buffer][] = [
    ['a METS of ours', () => createMets({ title: 'T', agent: 'Muniment', now })],
    ['one with older ids', () => sample('platform-path-spaces.xml')],
    ['one of a third party', () => sample('goobi.xml')],
    ['one that is broken', () => Buffer.from('<mets:mets')],
  ];
  for (const [what, task, order] of orders) {
    for (const [of, bytes] of documents) {
      it(`answers ${what} on ${of} as it is answered here`, async () => {
        const there = await shared.work(task, readSource(whole(bytes())), order, '');
        const here = await workInline(task, readSource(whole(bytes())), order);
        expect(plain(there)).to.deep.equal(plain(here));
      });
    }
  }

  it('takes the bytes of an edit over instead of copying them', async () => {
    const bytes = whole(createMets({ title: 'T', agent: 'Muniment', now }));
    await shared.work('normalise', readSource(bytes), { agents, now }, '');
    expect(bytes.buffer.byteLength).to.equal(0);
  });

  it('describes a METS whose pieces are fetched as they are read, also twice', async () => {
    const twice = small({ amd: amd('A', '') + amd('A', 'x'), files: file('A', 'a') });
    let fetched = 0;
    const source: MetsSource = {
      ...unreadable(twice),
      readInPieces: (take) =>
        take(async function* () {
          fetched += 1;
          for (const byte of twice) yield await Promise.resolve(Uint8Array.of(byte));
          return digestBytes(twice);
        }),
    };
    const there = await shared.work('outline', source, { agents }, '');
    expect(fetched).to.equal(2);
    expect(there).to.deep.equal(await workInline('outline', readSource(twice), { agents }));
  });

  it('fails as its source does where that fails while it is described', async () => {
    const failing = async function* (): ReturnType<Pieces> {
      yield await Promise.resolve(Buffer.from('<mets'));
      throw new ByteStoreFault('precondition-failed', 'it was replaced');
    };
    const source: MetsSource = { ...unreadable(Buffer.from('')), readInPieces: (take) => take(failing) };
    const fault = await failureOf(shared.work('outline', source, { agents }, ''));
    expect(fault).to.be.instanceOf(ByteStoreFault).and.to.have.property('code', 'precondition-failed');
  });

  it('is done here while it is small', async () => {
    const { work } = threads({ inlineBytes: 1_000_000 });
    const bytes = whole(createMets({ title: 'T', agent: 'Muniment', now }));
    await work('normalise', readSource(bytes), { agents, now }, '');
    expect(bytes.buffer.byteLength).to.equal(bytes.length);
  });

  it('is done there when many edits are asked of a small METS', async () => {
    const { work } = threads({ inlineBytes: 1_000_000, inlineEdits: 1 });
    const bytes = whole(createMets({ title: 'T', agent: 'Muniment', now }));
    await work('edit', readSource(bytes), { agents, now, edits: [put, put] }, '');
    expect(bytes.buffer.byteLength).to.equal(0);
  });

  it('is usually done there from some hundred edits on', async () => {
    const { work } = threads({ inlineBytes: 1_000_000 });
    for (const [count, isTaken] of [
      [500, false],
      [501, true],
    ] as const) {
      const bytes = whole(createMets({ title: 'T', agent: 'Muniment', now }));
      const edits = Array.from({ length: count }, () => put);
      await work('edit', readSource(bytes), { agents, now, edits }, '');
      expect(bytes.buffer.byteLength === 0).to.equal(isTaken);
    }
  });

  const put2 = { kind: 'put-file', values: { path: 'objects/b.txt', size: 4 } } as const;
  const order = { agents, now };

  it('does not read a METS again that it has just written', async () => {
    const { work } = threads({ threads: 1 });
    const bytes = createMets({ title: 'T', agent: 'Muniment', now });
    const written = bytesOf(await work('edit', readSource(whole(bytes)), { ...order, edits: [put] }, ''));
    const again = bytesOf(await work('edit', unreadable(written), { ...order, edits: [put2] }, ''));
    const here = bytesOf(await workInline('edit', readSource(whole(written)), { ...order, edits: [put2] }));
    expect(again.toString()).to.equal(here.toString());
  });

  it('describes what it has just written as its bytes say, which it reads again', async () => {
    const { work } = threads({ threads: 1 });
    const bytes = createMets({ title: 'T', agent: 'Muniment', now });
    const written = bytesOf(await work('edit', readSource(whole(bytes)), { ...order, edits: [put, put2] }, ''));
    const there = await work('outline', readSource(whole(written)), { agents }, '');
    expect(plain(there)).to.deep.equal(plain(await workInline('outline', readSource(whole(written)), { agents })));
    expect(await refused(work('outline', unreadable(written), { agents }, ''))).to.equal('it was read');
  });

  it('reads a METS that another wrote meanwhile, or that it was asked to change in vain', async () => {
    const { work } = threads({ threads: 1 });
    const bytes = createMets({ title: 'T', agent: 'Muniment', now });
    const written = bytesOf(await work('edit', readSource(whole(bytes)), { ...order, edits: [put] }, ''));
    const other = createMets({ title: 'U', agent: 'Muniment', now });
    expect(await refused(work('edit', unreadable(other), { ...order, edits: [put2] }, ''))).to.equal('it was read');
    await work('edit', unreadable(written), { ...order, edits: [put2, below] }, '');
    expect(await refused(work('edit', unreadable(written), { ...order, edits: [put2] }, ''))).to.equal('it was read');
  });

  it('keeps a METS open for those agents alone whom it was opened for', async () => {
    const { work } = threads({ threads: 1 });
    const bytes = createMets({ title: 'T', agent: 'Muniment', now });
    const written = bytesOf(await work('edit', readSource(whole(bytes)), { ...order, edits: [put] }, ''));
    const others = { ...order, agents: { own: 'Another', accepted: [] }, edits: [put2] };
    expect(await refused(work('edit', unreadable(written), others, ''))).to.equal('it was read');
  });

  it('is a passing fault when the thread ends, and the next thread does it', async () => {
    const ended = threads({ threads: 1 });
    const bytes = whole(sample('archivematica.xml'));
    const doing = ended.work('normalise', readSource(bytes), order, '').catch((error: unknown) => error);
    await until('the thread has the bytes', () => bytes.buffer.byteLength === 0);
    await ended.close();
    expect(await doing)
      .to.be.instanceOf(MetsWorkFault)
      .and.to.include({ transient: true });
    const result = await ended.work('kinds', readSource(sample('eprints.xml')), { agents, paths: ['objects'] }, '');
    expect(valueOf(result)).to.deep.equal({ kinds: ['folder'] });
  });

  it('is given up when it takes too long', async () => {
    const { work } = threads({ taskMs: 1 });
    const given = await failureOf(work('kinds', readSource(sample('archivematica.xml')), { agents, paths: [] }, ''));
    expect(given).to.be.instanceOf(MetsWorkFault);
  });

  it('may wait for the pieces of its METS longer than it may take itself', async () => {
    const toFake = ['setTimeout', 'clearTimeout', 'performance'] as const;
    const clock = useFakeTimers({ toFake: [...toFake], shouldClearNativeTimers: true });
    try {
      const { work } = threads({ taskMs: 60_000 });
      const bytes = sample('eprints.xml');
      const slowly: Pieces = async function* () {
        await clock.tickAsync(240_000);
        yield bytes;
        await clock.tickAsync(240_000);
        return digestBytes(bytes);
      };
      const source: MetsSource = { ...unreadable(bytes), readInPieces: (take) => take(slowly) };
      const result = await work('kinds', source, { agents, paths: ['objects'] }, '');
      expect(valueOf(result)).to.deep.equal({ kinds: ['folder'] });
    } finally {
      clock.restore();
    }
  });

  it('waits for its turn, so that no more are under way than may be', async () => {
    const { work } = threads({ threads: 1 });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        work('kinds', readSource(sample('eprints.xml')), { agents, paths: ['objects'] }, ''),
      ),
    );
    expect(answers.map(valueOf)).to.deep.equal(Array.from({ length: 5 }, () => ({ kinds: ['folder'] })));
  });

  it('of one caller leaves threads to others, whatever each asks for', async () => {
    const { work, take } = threads();
    const begun: string[] = [];
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const hold = async (name: string): Promise<Buffer> => {
      begun.push(name);
      await held;
      return sample('eprints.xml');
    };
    const look = (name: string, holder: string) =>
      work('normalise', { ...readSource(sample('eprints.xml')), read: () => hold(name) }, order, holder);
    const long = [look('the first', 'one'), take(60_000, () => hold('the second'), 'one')];
    const others = [look('that of another', 'another')];
    await until('the other caller has a thread', () => begun.length === 2);
    expect(begun).to.deep.equal(['the first', 'that of another']);
    letGo();
    await Promise.all([...long, ...others]);
    expect(begun.at(-1)).to.equal('the second');
  });
});

const bytesOf = (result: Result<EditedMets, MetsFailure>): Buffer => {
  const { bytes } = valueOf(result);
  if (bytes === null) throw new Error('the METS was not changed');
  return Buffer.from(bytes);
};

/** A METS that only its digest is told of. */
const unreadable = (bytes: Buffer): MetsSource => ({
  size: bytes.length,
  sha256: sha256Of(bytes),
  read: () => Promise.reject(new Error('it was read')),
  readInPieces: () => Promise.reject(new Error('it was read')),
});

const refused = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'it was not read',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

/** A result with its bytes as text. */
const plain = (result: Result<object, MetsFailure>): object => {
  if (!result.ok || !('bytes' in result.value) || result.value.bytes === null) return result;
  const { bytes } = result.value as { readonly bytes: Uint8Array };
  return { ...result.value, bytes: Buffer.from(bytes).toString() };
};
