import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { useFakeTimers } from 'sinon';
import { DeadlineExceeded } from '../../../flow/deadline.js';
import { pause } from '../../../flow/pause.js';
import { ThreadEnded, ThreadPool, type ThreadRequest, type ThreadTurn } from '../../../infra/threads/thread-pool.js';
import { until } from '../../support/scheduling/until.js';

/** What the program of these specs is asked for; it answers with the id of its thread and the size of the bytes. */
interface Order {
  readonly bytes?: Uint8Array;
  /** What it keeps from now on. */
  readonly keep?: string | null;
  readonly how?: 'throws' | 'ends' | 'is silent' | 'waits a moment' | 'counts without end';
  /** Where it counts. */
  readonly counter?: Uint32Array;
}
interface Answer {
  readonly thread: number;
  readonly size: number;
}
type Turn = ThreadTurn<Order, Answer, string>;

const program = new URL(
  `data:text/javascript,${encodeURIComponent(`
  import { parentPort, threadId } from 'node:worker_threads';
  let kept = null;
  parentPort.on('message', ({ bytes, keep, how, counter }) => {
    if (how === 'throws') throw Object.assign(new Error('no room'), { code: 'ENOSPC' });
    if (how === 'ends') process.exit();
    if (how === 'is silent') return;
    while (how === 'counts without end') counter[0]++;
    if (keep !== undefined) kept = keep;
    const answer = () => parentPort.postMessage({ result: { thread: threadId, size: bytes?.length ?? 0 }, kept });
    if (how === 'waits a moment') setTimeout(answer, 100);
    else answer();
  });
`)}`,
);

const request = (order: Order, changed: Partial<ThreadRequest<Order, string>> = {}): ThreadRequest<Order, string> => ({
  order,
  transfer: [],
  answerMs: 20_000,
  endsThread: () => false,
  ...changed,
});

describe('a pool of threads', () => {
  const opened: ThreadPool<Order, Answer, string>[] = [];
  const poolOf = (threads: number, idleMs = 60_000): ThreadPool<Order, Answer, string> => {
    const pool = new ThreadPool<Order, Answer, string>(program, { threads, idleMs });
    opened.push(pool);
    return pool;
  };
  after(() => Promise.all(opened.map((pool) => pool.close())));

  const ask = (pool: ThreadPool<Order, Answer, string>, order: Order = {}, holder = ''): Promise<Answer> =>
    pool.inTurn(20_000, (turn) => turn.ask(request(order)), holder);
  const askKeeping = (pool: ThreadPool<Order, Answer, string>, wanted: string): Promise<Answer | null> =>
    pool.inTurn(20_000, async (turn) => turn.askKeeping((kept) => kept === wanted, request({})));
  const threadOf = async (answer: Promise<Answer | null>): Promise<number | undefined> => (await answer)?.thread;
  /** The threads of two orders at the same time. */
  const two = (pool: ThreadPool<Order, Answer, string>, keeps: readonly [string | null, string | null]) =>
    Promise.all(keeps.map((keep, holder) => threadOf(ask(pool, { keep, how: 'waits a moment' }, `${holder}`))));
  const rejected = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => 'it was answered',
      (error: unknown) => error,
    );

  it('begins a thread for the first order, and asks it again while it is idle', async () => {
    const pool = poolOf(2);
    const first = await threadOf(ask(pool));
    expect(await threadOf(ask(pool))).to.equal(first);
  });

  it('begins a thread before the first order where it is told to, and asks that one', async () => {
    const prepared = poolOf(2);
    prepared.prepare();
    const later = await threadOf(ask(poolOf(2)));
    expect(await threadOf(ask(prepared))).to.be.lessThan(later ?? NaN);
  });

  it('does no more work at once than it may have threads', async () => {
    const pool = poolOf(2);
    let working = 0;
    let most = 0;
    const work = async (turn: Turn): Promise<number> => {
      most = Math.max(most, ++working);
      const { thread } = await turn.ask(request({ how: 'waits a moment' }));
      working--;
      return thread;
    };
    const threads = await Promise.all(
      Array.from({ length: 6 }, (_each, holder) => pool.inTurn(20_000, work, `${holder}`)),
    );
    expect(most).to.equal(2);
    expect(new Set(threads).size).to.equal(2);
  });

  it('turns work away whose turn does not come in time, and does the next', async () => {
    const pool = poolOf(1);
    const long = ask(pool, { how: 'waits a moment' });
    const impatient = await rejected(pool.inTurn(1, () => Promise.resolve('done')));
    expect(impatient).to.be.instanceOf(DeadlineExceeded);
    expect(impatient).to.have.property('message', 'no turn came within 1 ms');
    expect(await threadOf(ask(pool))).to.equal(await threadOf(long));
  });

  it('gives the turn back of work that fails before it asks', async () => {
    const pool = poolOf(1);
    const failed = await rejected(pool.inTurn(1_000, () => Promise.reject(new Error('not fetched'))));
    expect(failed).to.have.property('message', 'not fetched');
    expect((await ask(pool)).size).to.equal(0);
  });

  it('asks the idle thread that keeps what is wanted, and none where no thread keeps it', async () => {
    const pool = poolOf(2);
    const [ofA, ofB] = await two(pool, ['a', 'b']);
    expect(ofA).not.to.equal(ofB);
    expect(await threadOf(askKeeping(pool, 'b'))).to.equal(ofB);
    expect(await threadOf(askKeeping(pool, 'a'))).to.equal(ofA);
    expect(await askKeeping(pool, 'c')).to.equal(null);
  });

  it('spares threads that keep something as long as another is idle', async () => {
    const pool = poolOf(2);
    const [ofA, blank] = await two(pool, ['a', null]);
    expect(await threadOf(ask(pool))).to.equal(blank);
    expect(await threadOf(askKeeping(pool, 'a'))).to.equal(ofA);
  });

  it('begins another thread rather than end one that keeps something, while it may', async () => {
    for (const [threads, isSpared] of [
      [2, true],
      [1, false],
    ] as const) {
      const pool = poolOf(threads);
      const first = await threadOf(ask(pool, { keep: 'a' }));
      const ending = request({}, { endsThread: () => true });
      const { thread } = await pool.inTurn(20_000, (turn) => turn.ask(ending));
      expect(thread !== first).to.equal(isSpared);
      expect(await threadOf(askKeeping(pool, 'a'))).to.equal(isSpared ? first : undefined);
    }
  });

  it('ends a thread that has been idle for long enough', async () => {
    const pool = poolOf(1, 20);
    const first = await threadOf(ask(pool, { keep: 'a' }));
    await pause(200);
    await until('the idle thread has ended', async () => (await askKeeping(pool, 'a')) === null);
    expect(await threadOf(ask(pool))).not.to.equal(first);
  });

  it('gives no work to a thread that is being ended since it was idle for long enough', async () => {
    const clock = useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const pool = poolOf(1, 1_000);
      const first = await threadOf(ask(pool, { keep: 'a' }));
      clock.tick(1_000);
      expect(await askKeeping(pool, 'a')).to.equal(null);
      expect(await threadOf(ask(pool)))
        .to.be.a('number')
        .and.not.equal(first);
    } finally {
      clock.restore();
    }
  });

  it('ends a thread after an answer where the request says so, by what it keeps then', async () => {
    const pool = poolOf(1);
    const endsThread = (kept: string | null): boolean => kept === null;
    const asked = (keep: string | null) =>
      pool.inTurn(20_000, (turn) => turn.ask(request({ keep }, { endsThread })).then(({ thread }) => thread));
    const first = await asked('a');
    expect(await asked(null)).to.equal(first);
    expect(await asked(null)).not.to.equal(first);
  });

  it('hands memory over instead of copying it', async () => {
    const pool = poolOf(1);
    const bytes = new Uint8Array(1_000);
    const { size } = await pool.inTurn(20_000, (turn) => turn.ask(request({ bytes }, { transfer: [bytes.buffer] })));
    expect(size).to.equal(1_000);
    expect(bytes.buffer.byteLength).to.equal(0);
  });

  it('rejects with what a thread threw, its code too, and asks a new thread next', async () => {
    const pool = poolOf(1);
    const first = await threadOf(ask(pool));
    const thrown = await rejected(ask(pool, { how: 'throws' }));
    expect(thrown).to.include({ message: 'no room', code: 'ENOSPC' });
    expect(await threadOf(ask(pool))).not.to.equal(first);
  });

  it('rejects with a passing fault where a thread ends, or does not answer in time', async () => {
    const pool = poolOf(1);
    expect(await rejected(ask(pool, { how: 'ends' })))
      .to.be.instanceOf(ThreadEnded)
      .and.to.include({ transient: true });
    const silent = pool.inTurn(20_000, (turn) => turn.ask(request({ how: 'is silent' }, { answerMs: 500 })));
    expect(await rejected(silent)).to.be.instanceOf(ThreadEnded);
    expect((await ask(pool)).size).to.equal(0);
  });

  it('has ended a thread that gives no answer before its caller hears of it', async () => {
    const pool = poolOf(1);
    await ask(pool); // the thread has started: on a busy machine that alone takes longer than the answer may
    const counter = new Uint32Array(new SharedArrayBuffer(4));
    const counting = request({ how: 'counts without end', counter }, { answerMs: 500 });
    expect(await rejected(pool.inTurn(20_000, (turn) => turn.ask(counting)))).to.be.instanceOf(ThreadEnded);
    const [counted] = counter;
    await pause(50);
    expect(counted).to.be.greaterThan(0);
    expect(counter[0]).to.equal(counted);
  });

  it('rejects what cannot be sent, and goes on', async () => {
    const pool = poolOf(1);
    const unsendable = { keep: (() => undefined) as unknown as string };
    expect(await rejected(ask(pool, unsendable))).to.have.property('name', 'DataCloneError');
    expect((await ask(pool)).size).to.equal(0);
  });

  it('ends all threads when it is closed, the busy ones too', async () => {
    const pool = poolOf(2);
    const [first] = await two(pool, ['a', 'b']);
    const silent = rejected(ask(pool, { how: 'is silent' }));
    await pause(20);
    await pool.close();
    expect(await silent).to.be.instanceOf(ThreadEnded);
    expect(await askKeeping(pool, 'b')).to.equal(null);
    expect(await threadOf(ask(pool))).not.to.equal(first);
  });

  it('keeps no process alive by its idle threads', async () => {
    const script = `
      import { ThreadPool } from ${JSON.stringify(new URL('../../../infra/threads/thread-pool.js', import.meta.url).href)};
      const pool = new ThreadPool(new URL(${JSON.stringify(program.href)}), { threads: 1, idleMs: 600_000 });
      const request = { order: {}, transfer: [], answerMs: 20_000, endsThread: () => false };
      console.log(JSON.stringify(await pool.inTurn(20_000, (turn) => turn.ask(request))));
    `;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
      timeout: 20_000,
    });
    expect(JSON.parse(stdout)).to.have.property('size', 0);
  });
});
