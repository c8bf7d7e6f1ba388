import { expect } from 'chai';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import { catalogue } from '../../../events/codec/catalogue.js';
import { createCodec } from '../../../events/codec/codec.js';
import type { RecordedFact } from '../../../events/envelope.js';
import type { EventStore } from '../../../events/store.js';
import { objectRoot } from '../../../formats/ocfl/storage-root/storage-root.js';
import { ocflId } from '../../../formats/paths/repository-path.js';
import { openEventStore } from '../../../infra/embedded/event-store/event-store.js';
import type { ImportTask } from '../../../workers/importer/import-task.js';
import { logOf } from '../../support/command-bench.js';
import { faulty } from '../../support/faults/faulty.js';
import { importOnce, outcomeOf, settle } from '../support/import-once.js';
import { messageOf } from '../support/log-of-facts.js';
import { sweepToEnd } from '../support/sweep-to-end.js';
import { openRepository } from '../support/repository.js';
import { openedForEach } from '../../support/platform/opened.js';
import { sha256Of } from '../../support/sha256.js';

const GROUP = 'letters/1911';
const ROOT = objectRoot(ocflId(GROUP), 'root/');

describe('a log and a bucket from different moments', () => {
  const repository = openedForEach(openRepository);

  /** A log that holds what another held at some moment. */
  const restored = async (facts: readonly RecordedFact[]): Promise<Dependencies> => {
    const events = openEventStore(':memory:', createCodec(catalogue));
    for (const { stream, ...fact } of facts) await events.append(stream, [fact], 'any');
    return over(events);
  };
  const over = (events: EventStore): Dependencies => repository.over({ events });
  const submit = async (dependencies: Dependencies, text: string, wrong = false): Promise<ImportTask> => {
    const file = await repository.put('add-binary', `${text}.txt`, text, wrong ? { sha256: sha256Of('other') } : {});
    return repository.submit(GROUP, [file], {}, dependencies);
  };
  const preserve = async (dependencies: Dependencies, text: string): Promise<number | string> => {
    const task = await submit(dependencies, text);
    await importOnce(dependencies, task);
    return outcomeOf(dependencies, task);
  };
  const facts = (): Promise<RecordedFact[]> => logOf(repository.events);

  it('lose nothing when the log is older than the object, and a job admitted before finds it so', async () => {
    expect(await preserve(repository.dependencies, 'one')).to.equal(1);
    const waiting = await submit(repository.dependencies, 'two');
    const older = await facts();
    await importOnce(repository.dependencies, waiting);
    const before = await repository.stored();
    const dependencies = await restored(older);
    await importOnce(dependencies, waiting);
    await settle(dependencies, waiting);
    await sweepToEnd(dependencies);
    expect(await outcomeOf(dependencies, waiting)).to.equal(`The OCFL object of ${GROUP} is at v2, its ledger at v1.`);
    expect(await repository.stored()).to.deep.equal(before);
  });

  it('lose nothing when a job of the older log had begun to write the version that is there now', async () => {
    expect(await preserve(repository.dependencies, 'one')).to.equal(1);
    const failed = await submit(repository.dependencies, 'two', true);
    await importOnce(repository.dependencies, failed);
    const older = await facts();
    // In the history that the older log lacks, a user preserved the very path that the failed job wrote.
    expect(await preserve(repository.dependencies, 'two')).to.equal(2);
    await repository.bytes.put({ bucket: 'repository', key: `${ROOT}/v2/content/two.txt` }, Buffer.from('late'));
    const before = await repository.stored();
    await sweepToEnd(await restored(older));
    expect(await repository.stored()).to.deep.equal(before);
    await sweepToEnd(repository.dependencies);
    expect([...before.keys()].filter((key) => key.endsWith('v2/content/two.txt'))).to.have.length(1);
    expect((await repository.stored()).has(`${ROOT}/v2/content/two.txt`)).to.equal(false);
  });

  for (const [what, keep] of [
    ['is lost', (): boolean => false],
    ['knows the containers alone', (fact: RecordedFact): boolean => fact.stream.startsWith('container-')],
  ] as const)
    it(`refuses to import into a group of which nothing is recorded when the log ${what}`, async () => {
      expect(await preserve(repository.dependencies, 'one')).to.equal(1);
      const before = await repository.stored();
      const dependencies = await restored((await facts()).filter(keep));
      expect(await preserve(dependencies, 'one').catch(messageOf)).to.match(
        /^object-not-as-recorded: Nothing is recorded of the OCFL object that is there for letters\/1911\. Nothing can be imported/,
      );
      expect(await repository.stored()).to.deep.equal(before);
    });

  it('keep the content of a version that has an inventory but no root inventory, or only a sidecar', async () => {
    expect(await preserve(repository.dependencies, 'one')).to.equal(1);
    const older = await facts();
    expect(await preserve(repository.dependencies, 'two')).to.equal(2);
    const first = await repository.stored();
    for (const file of ['inventory.json', 'inventory.json.sha256'])
      await repository.bytes.copy(
        { bucket: 'repository', key: `${ROOT}/v1/${file}` },
        { bucket: 'repository', key: `${ROOT}/${file}` },
      );
    for (const gone of [[], [`${ROOT}/v2/inventory.json`]]) {
      await repository.bytes.delete('repository', gone);
      const before = await repository.stored();
      const dependencies = await restored(older);
      expect(await preserve(dependencies, 'three').catch(messageOf)).to.match(/is at v2, its ledger at v1/);
      await sweepToEnd(dependencies);
      expect(await repository.stored()).to.deep.equal(before);
    }
    expect(first.size).to.be.above(10);
  });

  it('refuse a job whose version has content that no known job has written, and keep that content', async () => {
    expect(await preserve(repository.dependencies, 'one')).to.equal(1);
    const older = await facts();
    expect(await preserve(repository.dependencies, 'two')).to.equal(2);
    for (const file of ['inventory.json', 'inventory.json.sha256']) {
      const at = (folder: string): { bucket: string; key: string } => ({
        bucket: 'repository',
        key: ROOT + folder + file,
      });
      await repository.bytes.copy(at('/v1/'), at('/'));
      await repository.bytes.delete('repository', [at('/v2/').key]);
    }
    const before = await repository.stored();
    const dependencies = await restored(older);
    expect(await preserve(dependencies, 'three')).to.equal(
      `The OCFL object of ${GROUP} has content of v2 that no import known here has written ` +
        '(v2/content/.muniment/state.ndjson and 1 more). It is kept, and has to be looked at before anything is imported.',
    );
    await sweepToEnd(dependencies);
    expect(await repository.stored()).to.deep.equal(before);
  });

  it('never write over the inventory of a version, though the log has decided on another one', async () => {
    const task = await submit(repository.dependencies, 'one');
    const dead = new AbortController();
    const dying = faulty(repository.dependencies.events, ({ method, args }, moment) => {
      const [, appended] = args as [string, { type: string }[]];
      if (method !== 'append' || moment !== 'after' || appended[0]?.type !== 'VersionCommitDecided') return;
      dead.abort(new Error('killed'));
      throw dead.signal.reason;
    });
    await importOnce(repository.over({ events: dying }), task, 'dead', dead.signal).catch(() => undefined);
    const decided = await facts();
    const staged = new Map<string, string>();
    for (const key of await repository.staged()) staged.set(key, 'kept');
    const other = await openRepository();
    await importOnce(other.dependencies, await other.submit(GROUP, [await other.put('add-binary', 'b', 'other')]));
    for (const [key, text] of await other.stored())
      await repository.bytes.put({ bucket: 'repository', key }, Buffer.from(text));
    await other.close();
    const before = await repository.stored();
    const dependencies = await restored(decided);
    const stopped = new AbortController();
    const watching = faulty(repository.bytes, ({ method }) => {
      if (method === 'head') setImmediate(() => stopped.abort(new Error('stopped')));
    });
    await importOnce(
      repository.over({ events: dependencies.events, bytes: watching }),
      task,
      'heir',
      stopped.signal,
    ).catch(() => undefined);
    expect(await repository.stored()).to.deep.equal(before);
    expect(await repository.staged()).to.have.members([...staged.keys()]);
  });

  it('sweeps nothing behind a job that failed before its first write', async () => {
    expect(await preserve(repository.dependencies, 'one')).to.equal(1);
    const calls: string[] = [];
    const watched = faulty(repository.bytes, ({ method, args }) => {
      if (method === 'delete' || method === 'abortUploads') calls.push(`${method} ${String(args[0])}`);
    });
    const dependencies = repository.over({ bytes: watched });
    const task = await repository.submit(GROUP, [{ op: 'delete-binary', path: 'not there' }], {}, dependencies);
    await repository.bytes.put({ bucket: 'repository', key: `${ROOT}/v2/content/not there` }, Buffer.from('?'));
    await importOnce(dependencies, task);
    await sweepToEnd(dependencies);
    expect(await outcomeOf(dependencies, task)).to.match(/not there/);
    expect(calls.filter((call) => call.includes('repository'))).to.deep.equal([]);
    expect((await repository.stored()).has(`${ROOT}/v2/content/not there`)).to.equal(true);
  });
});
