import { expect } from 'chai';
import type { PlannedOperation } from '../../../events/import-plan.js';
import { objectRoot } from '../../../formats/ocfl/storage-root/storage-root.js';
import { ocflId } from '../../../formats/paths/repository-path.js';
import type { ImportTask } from '../../../workers/importer/import-task.js';
import { sweepOldStaging } from '../../../workers/importer/sweep.js';
import { faulty } from '../../support/faults/faulty.js';
import { importOnce, outcomeOf } from '../support/import-once.js';
import { sweepToEnd } from '../support/sweep-to-end.js';
import { openRepository } from '../support/repository.js';
import { openedForEach } from '../../support/platform/opened.js';
import { sha256Of } from '../../support/sha256.js';

const BUCKETS = ['repository', 'staging', 'workspace'];

describe('sweeping beside look-alikes', () => {
  const repository = openedForEach(openRepository);

  const put = (path: string, text: string, rest?: Partial<PlannedOperation>): Promise<PlannedOperation> =>
    repository.put('add-binary', path, text, rest);
  const rootOf = (group: string): string => objectRoot(ocflId(group), 'root/');

  const succeed = async (group: string, operations: readonly PlannedOperation[]): Promise<ImportTask> => {
    const task = await repository.submit(group, operations);
    await importOnce(repository.dependencies, task);
    expect(await outcomeOf(repository.dependencies, task)).to.be.a('number');
    return task;
  };
  const fail = async (group: string): Promise<ImportTask> => {
    const task = await repository.submit(group, [await put('wrong', 'alpha', { sha256: sha256Of('other') })]);
    await importOnce(repository.dependencies, task);
    expect(await outcomeOf(repository.dependencies, task)).to.match(/^Checksum mismatch/);
    return task;
  };
  /** A job whose worker dies when all is written that comes before the commit point. */
  const die = async (group: string): Promise<ImportTask> => {
    const task = await repository.submit(group, [await put('live', 'live')]);
    const dead = new AbortController();
    const bytes = faulty(repository.bytes, ({ method, args }, moment) => {
      const [at] = args as [{ readonly key?: string }];
      if (method !== 'put' || moment !== 'after' || at.key?.endsWith('inventory.json') !== true) return;
      dead.abort(new Error('killed'));
      throw dead.signal.reason;
    });
    await importOnce(repository.over({ bytes }), task, 'dead', dead.signal).catch(() => undefined);
    return task;
  };

  const everything = async (): Promise<Set<string>> => {
    const keys = new Set<string>();
    for (const bucket of BUCKETS)
      for await (const { key } of repository.bytes.list(bucket, '')) keys.add(`${bucket}/${key}`);
    return keys;
  };
  const lay = async (bucket: string, ...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await repository.bytes.put({ bucket, key }, Buffer.from(key));
  };
  const beginUpload = (key: string): Promise<void> => repository.beginUpload({ bucket: 'repository', key });
  /** All that sweeps, to the end of the log. */
  const sweepAll = async (): Promise<void> => {
    const { dependencies } = repository;
    await sweepToEnd(dependencies);
    await sweepOldStaging(dependencies, new Date(Date.now() + 60_000));
  };

  it('removes the debris of crashed attempts, and not one key that only looks like it', async () => {
    const group = 'letters/1';
    const root = rootOf(group);
    await succeed(group, [await put('a', 'alpha')]);
    const [first, second] = [await fail(group), await fail(group)];
    const published = await succeed(group, [await put('b', 'beta')]);
    // Files of users in folders that have the names of jobs, in a version that has been published and in the next.
    await succeed(group, [
      { op: 'add-container', path: first.jobId },
      { op: 'add-container', path: second.jobId },
      await put(`${first.jobId}/wrong`, 'a file of a user'),
      await put(`${second.jobId}/wrong`, 'another'),
    ]);
    const third = await fail(group);
    const live = await die(group);
    // Another group, with an abandoned job for the same version, and one that has only the beginning of the name.
    await succeed('letters/10', [await put('wrong', 'not wrong here')]);
    const elsewhere = 'letters/2';
    await succeed(elsewhere, [await put('v2', 'a file that is called like a version')]);
    const abandoned = await fail(elsewhere);
    await lay(
      'repository',
      `${root}/v20/content/wrong`,
      `${root}/v2.bak/content/wrong`,
      `${root}/v2/inventory.json.bak`,
      `${root}/v2/contents/wrong`,
      `${root}/v10/content/${first.jobId}/wrong`,
      `${root}/extensions/content/wrong`,
      `${root}x/v2/content/wrong`,
      `${rootOf('letters/10')}/v2/content/wrong`,
      `content/${first.jobId}/wrong`,
    );
    await lay(
      'staging',
      `imports/${first.jobId}`,
      `imports/${first.jobId}x/inventory.json`,
      `imports/somebody/origins.ndjson`,
      `imports/README`,
      `imports//inventory.json`,
      `exports/${first.jobId}/inventory.json`,
    );
    await lay('workspace', `imports/${first.jobId}/inventory.json`, `deposits/d1/v2/content/wrong`);
    const kept = await everything();
    await lay(
      'repository',
      `${root}/v2/content/wrong`,
      `${root}/v2/content/.muniment/state.ndjson`,
      `${root}/v2/content/${second.jobId}/wrong`,
      `${root}/v2/content/${published.jobId}/never-decided`,
      `${root}/v4/content/wrong`,
      `${root}/v4/content/${third.jobId}/wrong`,
      `${rootOf(elsewhere)}/v2/content/wrong`,
      `${rootOf(elsewhere)}/v2/content/${abandoned.jobId}/wrong`,
    );
    await lay(
      'staging',
      `imports/${first.jobId}/inventory.json`,
      `imports/${second.jobId}/origins.ndjson`,
      `imports/${published.jobId}/inventory.json`,
    );
    await sweepAll();
    expect([...(await everything())].sort()).to.deep.equal([...kept].sort());
    await importOnce(repository.dependencies, live, 'heir');
    expect(await outcomeOf(repository.dependencies, live)).to.equal(4);
    await sweepAll();
    expect(await everything()).to.include(`repository/${root}/v4/content/${live.jobId}/live`);
  });

  it('ends the uploads in parts of attempts that crashed as soon as their job is abandoned, and no others', async () => {
    const group = 'letters/1';
    const root = rootOf(group);
    await succeed(group, [await put('a', 'alpha')]);
    const others = [
      `${root}/v20/content/wrong`,
      `${root}/v2.bak/content/wrong`,
      `${rootOf('letters/10')}/v2/content/a`,
    ];
    for (const key of [...others, `${root}/v2/content/wrong`]) await beginUpload(key);
    const failed = await fail(group);
    expect(await repository.uploads('repository')).to.have.members(others);
    const live = await die(group);
    const own = `${root}/v2/content/${live.jobId}/large`;
    for (const key of [own, `${root}/v2/content/late`, `${root}/v2/content/${failed.jobId}/late`])
      await beginUpload(key);
    await sweepAll();
    expect(await repository.uploads('repository')).to.have.members([...others, own]);
    await importOnce(repository.dependencies, live, 'heir');
    await sweepAll();
    expect(await repository.uploads('repository')).to.have.members(others);
  });

  it('ends the uploads in parts that were begun for a version, once it is published', async () => {
    const root = rootOf('letters/1');
    for (const key of [`${root}/v1/content/a`, `${root}/v2/content/a`]) await beginUpload(key);
    await succeed('letters/1', [await put('a', 'alpha')]);
    await sweepAll();
    expect(await repository.uploads('repository')).to.deep.equal([`${root}/v2/content/a`]);
  });
});
