import { randomUUID } from 'node:crypto';
import { open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { DeadlineExceeded } from '../../../flow/deadline.js';
import { defaultAgents } from '../../../formats/mets/model/agents.js';
import { createMets } from '../../../formats/mets/create-mets.js';
import type { EditedMets } from '../../../formats/mets/edit-mets.js';
import { metsTooLarge, type MetsFailure } from '../../../formats/mets/mets-failure.js';
import { readSource, type MetsSource } from '../../../formats/mets/mets-work.js';
import { writeParsedMets } from '../../../gateways/parsed-mets/write-parsed-mets.js';
import type { MetsThreadPool } from '../../../infra/threads/mets-thread.js';
import { openMetsThreads, type MetsThreadLimits, type MetsThreads } from '../../../infra/threads/mets-threads.js';
import { ThreadEnded, ThreadPool } from '../../../infra/threads/thread-pool.js';
import { workInThread } from '../../../infra/threads/work-in-thread.js';
import { writeInThread } from '../../../infra/threads/write-in-thread.js';
import { inPieces } from '../../support/mets-in-bytes.js';
import { valueOf } from '../../support/value-of.js';
import type { Result } from '../../../flow/result.js';
import { sha256Of } from '../../support/sha256.js';

const agents = defaultAgents;
const now = new Date('2026-11-21T10:00:00Z');
const order = {
  agents,
  shape: {
    kind: 'parsed-mets' as const,
    around: {
      rootUri: 's3://b/',
      metsUri: 's3://b/mets.xml',
      etag: null,
      self: null,
      modified: '2026-01-01T00:00:00Z',
    },
  },
};
/** Bytes with a buffer of their own, as they come from a store. */
const mets = (): Buffer => Buffer.from(new Uint8Array(createMets({ title: 'T', agent: 'Muniment', now })).buffer);
const PATIENCE_MS = 20_000;

const faultOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'it was done',
    (error: unknown) => error,
  );

describe('a parsed METS that is written in a thread', () => {
  const opened: { close(): Promise<void> }[] = [];
  const threads = (limits: Partial<MetsThreadLimits> = {}): MetsThreads => {
    const each = openMetsThreads({ inlineBytes: 0, ...limits });
    opened.push(each);
    return each;
  };
  /** Threads of another program, which throws an error with this code. */
  const failing = (code: string): MetsThreadPool => {
    const script = `
      import { parentPort } from 'node:worker_threads';
      parentPort.on('message', () => { throw Object.assign(new Error('it failed'), { code: '${code}' }); });
    `;
    const program = new URL(`data:text/javascript,${encodeURIComponent(script)}`);
    const pool: MetsThreadPool = new ThreadPool(program, { threads: 1, idleMs: 60_000 });
    opened.push(pool);
    return pool;
  };
  after(() => Promise.all(opened.map((each) => each.close())));

  const files: string[] = [];
  const newFile = async () => {
    const path = join(tmpdir(), `muniment-written-${randomUUID()}`);
    files.push(path);
    return { path, file: await open(path, 'wx+') };
  };
  after(() => Promise.all(files.map((path) => rm(path))));

  const write = (on: MetsThreads, bytes: Buffer, fd: number) =>
    on.take(PATIENCE_MS, (inThread) => inThread(readSource(bytes), { ...order, fd }), 'somebody');

  it('is written as it is written here', async () => {
    const [here, there] = [await newFile(), await newFile()];
    const expected = await writeParsedMets(inPieces(mets()), { ...order, fd: here.file.fd });
    expect(await write(threads(), mets(), there.file.fd)).to.deep.equal(expected);
    await Promise.all([here.file.close(), there.file.close()]);
    const text = await readFile(there.path, 'utf8');
    expect(text).to.equal(await readFile(here.path, 'utf8'));
    expect(JSON.parse(text)).to.have.property('name', 'T');
  });

  it('is a failure where the document is at fault', async () => {
    const { file } = await newFile();
    const written = await write(threads(), Buffer.from('<a/>'), file.fd);
    expect(written).to.have.nested.property('refusal.fault.message', 'The document holds no mets element.');
    await file.close();
  });

  it('rejects with what the system says where the disk is full', async () => {
    const full = await open('/dev/full', 'w');
    expect(await faultOf(write(threads(), mets(), full.fd))).to.have.property('code', 'ENOSPC');
    await full.close();
  });

  it('is a METS that is too large where the thread has not memory enough, as in every task', async () => {
    for (const code of ['ERR_WORKER_OUT_OF_MEMORY', 'ERR_STRING_TOO_LONG']) {
      const pool = failing(code);
      const limits = { patienceMs: PATIENCE_MS, taskMs: PATIENCE_MS, spaciousBytes: 1_000_000 };
      const take = writeInThread(pool, limits);
      const written = await take(
        PATIENCE_MS,
        (inThread) => inThread(readSource(mets()), { ...order, fd: 0 }),
        'somebody',
      );
      expect(written).to.have.property('refusal', metsTooLarge);
      const outlined = await workInThread(pool, limits)('outline', readSource(mets()), { agents }, '');
      expect(outlined).to.have.property('refusal', metsTooLarge);
    }
  });

  it('is a passing fault where the thread ends', async () => {
    const on = threads();
    const { file } = await newFile();
    const writing = on.take(
      PATIENCE_MS,
      async (inThread) => {
        const fault = faultOf(inThread(readSource(mets()), { ...order, fd: file.fd }));
        await on.close();
        return fault;
      },
      'somebody',
    );
    expect(await writing)
      .to.be.instanceOf(ThreadEnded)
      .and.to.include({ transient: true });
    await file.close();
  });

  const put = { kind: 'put-file', values: { path: 'objects/a.txt', digest: 'ab'.repeat(32), size: 3 } } as const;
  const edit = (on: MetsThreads, source: MetsSource) => on.work('edit', source, { agents, now, edits: [put] }, '');

  it('shares one limit with edits of METS', async () => {
    const on = threads({ threads: 1, patienceMs: 50 });
    const [bytes, fetch] = held<Buffer>();
    const editing = edit(on, { ...readSource(mets()), read: () => bytes });
    expect(await faultOf(on.take(50, () => Promise.resolve('taken'), ''))).to.be.instanceOf(DeadlineExceeded);
    fetch(mets());
    expect(valueOf(await editing)).to.have.property('bytes');

    const [written, finish] = held<string>();
    const taking = on.take(PATIENCE_MS, () => written, '');
    expect(await faultOf(edit(on, readSource(mets())))).to.be.instanceOf(DeadlineExceeded);
    finish('written');
    expect(await taking).to.equal('written');
    expect(valueOf(await edit(on, readSource(mets())))).to.have.property('bytes');
  });

  const spacious = () => Buffer.concat([mets(), Buffer.from('\n')]);

  it('leaves the METS open that a thread keeps', async () => {
    const on = threads({ spaciousBytes: mets().length });
    const edited = await editedBytes(edit(on, readSource(mets())));
    const { file } = await newFile();
    for (const bytes of [mets(), spacious()]) expect(valueOf(await write(on, bytes, file.fd))).to.have.property('size');
    expect(valueOf(await edit(on, unreadable(edited)))).to.have.property('bytes');
    await file.close();
  });

  it('ends the only thread where it is so large that its memory is to be given back', async () => {
    const on = threads({ threads: 1, spaciousBytes: mets().length });
    const edited = await editedBytes(edit(on, readSource(mets())));
    const { file } = await newFile();
    expect(valueOf(await write(on, mets(), file.fd))).to.have.property('size');
    const again = await editedBytes(edit(on, unreadable(edited)));
    expect(valueOf(await write(on, spacious(), file.fd))).to.have.property('size');
    expect(await faultOf(edit(on, unreadable(again)))).to.have.property('message', 'it was read');
    await file.close();
  });
});

/** What is there when it is given. */
const held = <T>(): readonly [Promise<T>, (value: T) => void] => {
  let give: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => (give = resolve));
  return [promise, (value) => give(value)];
};

const editedBytes = async (edit: Promise<Result<EditedMets, MetsFailure>>): Promise<Uint8Array> => {
  const edited = valueOf(await edit);
  if (edited.bytes === null) throw new Error('the METS was not changed');
  return edited.bytes;
};

/** A METS that only its digest is told of. */
const unreadable = (bytes: Uint8Array): MetsSource => ({
  size: bytes.length,
  sha256: sha256Of(bytes),
  read: () => Promise.reject(new Error('it was read')),
  readInPieces: () => Promise.reject(new Error('it was read')),
});
