import { expect } from 'chai';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import { objectRoot } from '../../../formats/ocfl/storage-root/storage-root.js';
import { ocflId } from '../../../formats/paths/repository-path.js';
import type { ImportTask } from '../../../workers/importer/import-task.js';
import { sweepOldStaging } from '../../../workers/importer/sweep.js';
import { sweeper } from '../../../workers/importer/sweeper.js';
import { lateSweeper } from '../../../workers/late-sweeper.js';
import { STRIDE } from '../../support/random/depth.js';
import { faulty } from '../../support/faults/faulty.js';
import { importOnce, outcomeOf, settle } from '../support/import-once.js';
import { identityOf, silent } from '../support/log-of-facts.js';
import { openRepository } from '../support/repository.js';
import { openedForEach } from '../../support/platform/opened.js';
import { SEED } from '../../support/random/seed.js';
import { sha256Of } from '../../support/sha256.js';

describe('clearing up behind abandoned imports', () => {
  const repository = openedForEach(openRepository);
  let groups = 0;

  /** A job that copies one file and then fails on the other. */
  const submitBroken = async (path = `letters/${++groups}`): Promise<ImportTask> =>
    repository.submit(path, [
      await repository.put('add-binary', 'a', 'alpha'),
      await repository.put('add-binary', 'b', 'beta', { sha256: sha256Of('other') }),
    ]);
  const keysOf = async ({ archivalGroup }: ImportTask): Promise<string[]> => {
    const root = objectRoot(ocflId(archivalGroup), 'root/');
    return [...(await repository.stored()).keys()]
      .filter((key) => key.startsWith(root))
      .map((key) => key.slice(root.length + 1));
  };
  const sweepAll = async (dependencies: Dependencies = repository.dependencies): Promise<void> => {
    const follower = await sweeper({
      dependencies,
      records: repository.records,
      identity: identityOf('sweeper'),
      log: silent,
    });
    await follower.reached((await dependencies.events.head())!);
    await follower.stop();
  };

  it('leaves no key when the worker crashes at any call of a job that fails', async () => {
    const dying = (task: ImportTask, at: number): Promise<number> => {
      const dead = new AbortController();
      let calls = 0;
      const count = (_: unknown, moment: string): void => {
        if (moment === 'before' && ++calls === at) dead.abort(new Error('killed'));
        if (dead.signal.aborted) throw new Error('killed');
      };
      const { events, bytes } = repository;
      const dependencies = repository.over({ events: faulty(events, count), bytes: faulty(bytes, count) });
      return importOnce(dependencies, task, 'dead', dead.signal).then(
        () => calls,
        () => calls,
      );
    };
    const total = await dying(await submitBroken(), Infinity);
    expect(total).to.be.above(15);
    for (let at = 1 + (SEED % STRIDE); at <= total; at += STRIDE) {
      const task = await submitBroken();
      await dying(task, at);
      await importOnce(repository.dependencies, task, 'heir');
      await settle(repository.dependencies, task);
      await sweepAll();
      expect(await outcomeOf(repository.dependencies, task), `killed at call ${at}`).to.match(/^Checksum mismatch/);
      expect(await keysOf(task), `killed at call ${at}`).to.deep.equal([]);
    }
    expect(await repository.staged()).to.deep.equal([]);
  });

  it('removes what a late worker wrote, when the next job is published, and nothing of that job', async () => {
    const failed = await submitBroken();
    await importOnce(repository.dependencies, failed);
    const root = objectRoot(ocflId(failed.archivalGroup), 'root/');
    const late = { bucket: 'repository', key: `${root}/v1/content/a` };
    const task = await repository.submit(failed.archivalGroup, [await repository.put('add-binary', 'a', 'alpha')]);
    await importOnce(repository.dependencies, task);
    const published = await keysOf(task);
    await repository.bytes.put(late, Buffer.from('late'));
    await sweepAll();
    expect(published).to.include(`v1/content/${task.jobId}/a`);
    expect(await keysOf(task)).to.deep.equal(published);
  });

  it('removes what a paused worker wrote after that, even if the platform was restarted meanwhile', async () => {
    const failed = await submitBroken();
    await importOnce(repository.dependencies, failed);
    await sweepAll();
    const key = `${objectRoot(ocflId(failed.archivalGroup), 'root/')}/v1/content/a`;
    await repository.bytes.put({ bucket: 'repository', key }, Buffer.from('late'));
    const sweepLate = (lateMs: number) =>
      lateSweeper({
        dependencies: repository.dependencies,
        records: repository.records,
        identity: identityOf(`${lateMs}`),
        log: silent,
        lateMs,
      });
    const patient = await sweepLate(60_000);
    await sweepAll(); // which comes to the end of the log, as the patient one does not
    await patient.stop();
    expect(await keysOf(failed)).to.deep.equal(['v1/content/a']);
    const head = (await repository.dependencies.events.head())!;
    const next = await sweepLate(0);
    await next.reached(head);
    await next.stop();
    expect(await keysOf(failed)).to.deep.equal([]);
  });

  it('removes what a worker that was paused staged of a job that others had published', async () => {
    const task = await repository.submit('letters/late', [await repository.put('add-binary', 'a', 'alpha')]);
    await importOnce(repository.dependencies, task);
    await sweepAll();
    const late = { bucket: 'staging', key: `imports/${task.jobId}/inventory.json` };
    await repository.bytes.put(late, Buffer.from('late'));
    const head = (await repository.dependencies.events.head())!;
    const next = await lateSweeper({
      dependencies: repository.dependencies,
      records: repository.records,
      identity: identityOf('late'),
      log: silent,
      lateMs: 0,
    });
    await next.reached(head);
    await next.stop();
    expect(await repository.staged()).to.deep.equal([]);
  });

  it('touches nothing of the job that is writing the version now', async () => {
    const failed = await submitBroken();
    await importOnce(repository.dependencies, failed);
    const task = await repository.submit(failed.archivalGroup, [await repository.put('add-binary', 'a', 'alpha')]);
    const dead = new AbortController();
    const staged = faulty(repository.bytes, ({ method, args }) => {
      const [at] = args as [{ key?: string }];
      if (method !== 'put' || at.key?.endsWith('/inventory.json') !== true) return;
      dead.abort(new Error('killed'));
      throw dead.signal.reason;
    });
    await importOnce(repository.over({ bytes: staged }), task, 'dead', dead.signal).catch(() => undefined);
    const written = await keysOf(task);
    expect(written).to.include(`v1/content/${task.jobId}/a`);
    await sweepAll();
    expect(await keysOf(task)).to.deep.equal(written);
    await importOnce(repository.dependencies, task, 'heir');
    expect(await outcomeOf(repository.dependencies, task)).to.equal(1);
  });

  it('keeps what an ended job found at its origins until no attempt can wake up, then removes it', async () => {
    const { origin, ...open } = await repository.put('add-binary', 'a', 'alpha');
    const { bucket, key } = origin!;
    const task = await repository.submit('letters/open', [{ ...open, origin: { bucket, key } }]);
    await importOnce(repository.dependencies, task);
    const now = Date.now();
    expect(await sweepOldStaging(repository.dependencies, new Date(now - 60_000))).to.equal(0);
    expect(await repository.staged()).to.have.length(1);
    expect(await sweepOldStaging(repository.dependencies, new Date(now + 60_000))).to.equal(1);
    expect(await repository.staged()).to.deep.equal([]);
  });
});
