import { expect } from 'chai';
import { readLedger } from '../../../commands/archival-group/ledger-stream.js';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import { EventStoreFault } from '../../../events/store.js';
import { ByteStoreFault } from '../../../formats/bytes.js';
import { objectRoot } from '../../../formats/ocfl/storage-root/storage-root.js';
import { ocflId } from '../../../formats/paths/repository-path.js';
import type { ImportTask } from '../../../workers/importer/import-task.js';
import { faulty, type Injection, type Moment, type PortCall } from '../../support/faults/faulty.js';
import { importOnce, outcomeOf, settle } from '../support/import-once.js';
import { openRepository, type Repository } from '../support/repository.js';
import { chosenAtDepth } from '../../support/random/depth.js';
import { openedOnce } from '../../support/platform/opened.js';

const CHANGES = new Set(['append', 'put', 'copy', 'delete']);

type PortName = 'events' | 'bytes';

/** Both ports under one count, so that a run can be stopped at its n-th call of any port. */
const interposed = (
  repository: Repository,
  inject: (name: PortName, call: PortCall, moment: Moment) => void | Promise<void>,
): Dependencies => {
  let number = 0;
  const one = (name: PortName): Injection => {
    const numbers = new Map<number, number>();
    return (call, moment) => {
      const overall = numbers.get(call.number) ?? ++number;
      numbers.set(call.number, overall);
      return inject(name, { ...call, number: overall }, moment);
    };
  };
  return repository.over({
    events: faulty(repository.events, one('events')),
    bytes: faulty(repository.bytes, one('bytes')),
  });
};

describe('an import under faults', () => {
  const repository = openedOnce(openRepository);
  let groups = 0;
  /** The calls of a clean run, in order. */
  const calls: string[] = [];
  before(async () => {
    const task = await submit();
    const dependencies = interposed(repository, (_name, { number, method }) => void (calls[number - 1] = method));
    await importOnce(dependencies, task);
    expect(await outcomeOf(repository.dependencies, task)).to.equal(1);
  });

  /** A job with everything in it: a file that is pinned, one that is not, and one whose bytes are spared a copy. */
  const submit = async (): Promise<ImportTask> => {
    const path = `letters/${++groups}`;
    const { origin, ...open } = await repository.put('add-binary', 'b', 'beta');
    const { bucket, key } = origin!;
    return repository.submit(path, [
      await repository.put('add-binary', 'a', 'alpha'),
      { ...open, origin: { bucket, key } },
      await repository.put('add-binary', 'c', 'alpha'),
    ]);
  };
  const rootOf = ({ archivalGroup }: ImportTask): string => objectRoot(ocflId(archivalGroup), 'root/');
  const keysOf = async (task: ImportTask): Promise<Map<string, string>> => {
    const root = rootOf(task);
    const keys = new Map<string, string>();
    for await (const { bucket, key } of repository.bytes.list('repository', `${root}/`)) {
      const { stream } = await repository.bytes.get({ bucket, key });
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      keys.set(key.slice(root.length + 1), Buffer.concat(chunks).toString());
    }
    return keys;
  };
  const expectWhole = async (task: ImportTask, where: string): Promise<void> => {
    await settle(repository.dependencies, task);
    expect(await outcomeOf(repository.dependencies, task), where).to.equal(1);
    const keys = await keysOf(task);
    expect([...keys.keys()], where).to.have.members([
      '0=ocfl_object_1.1',
      'inventory.json',
      'inventory.json.sha256',
      'v1/content/.muniment/state.ndjson',
      'v1/content/a',
      'v1/content/b',
      'v1/inventory.json',
      'v1/inventory.json.sha256',
    ]);
    expect([keys.get('v1/content/a'), keys.get('v1/content/b')], where).to.deep.equal(['alpha', 'beta']);
    expect(keys.get('inventory.json'), where).to.equal(keys.get('v1/inventory.json'));
    const { versions, job } = await readLedger(repository.events, task.archivalGroup);
    expect([versions.length, job], where).to.deep.equal([1, null]);
  };
  const fault = (name: PortName): Error =>
    name === 'events'
      ? new EventStoreFault('outcome-unknown', 'the connection was reset')
      : new ByteStoreFault('outcome-unknown', 'the connection was reset');

  /** Every call of a clean run, and what it is: the count must not depend on chance for the loops below to reach all. */
  it('passes through a known number of calls', () => expect(calls.length).to.be.within(30, 200));

  /** A call that changes nothing dies after it as the next one dies before. */
  const numbers = (moment: Moment): number[] => [
    ...chosenAtDepth(calls.flatMap((method, index) => (moment === 'before' || CHANGES.has(method) ? [index + 1] : []))),
  ];

  for (const moment of ['before', 'after'] as const) {
    it(`is finished by another worker when the first dies ${moment} any call`, async () => {
      for (const at of numbers(moment)) {
        const task = await submit();
        const dead = new AbortController();
        let where = '';
        const dependencies = interposed(repository, (name, call, now) => {
          if (call.number === at && now === moment) {
            where = `${moment} call ${at}, ${name}.${call.method}`;
            dead.abort(new Error('killed'));
          }
          if (dead.signal.aborted) throw new Error('killed');
        });
        await importOnce(dependencies, task, 'dead', dead.signal).catch(() => undefined);
        await importOnce(repository.dependencies, task, 'heir');
        await expectWhole(task, where);
      }
    });

    it(`gets over a call whose connection breaks ${moment} it took effect`, async () => {
      for (const at of numbers(moment)) {
        const task = await submit();
        let broken = '';
        const dependencies = interposed(repository, (name, call, now) => {
          if (call.number !== at || now !== moment || broken !== '') return;
          broken = `${moment} call ${at}, ${name}.${call.method}`;
          throw fault(name);
        });
        await importOnce(dependencies, task).catch(() => undefined);
        await importOnce(repository.dependencies, task);
        await expectWhole(task, broken);
      }
    });
  }

  it('is not harmed by a worker that is paused at any call and continues after another has finished and gone on', async () => {
    for (const at of numbers('before')) {
      const task = await submit();
      let wake = (): void => undefined;
      const asleep = new Promise<void>((resolve) => (wake = resolve));
      let fallen: (where: string) => void = () => undefined;
      const fell = new Promise<string>((resolve) => (fallen = resolve));
      const dependencies = interposed(repository, async (name, call, now) => {
        if (call.number !== at || now !== 'before') return;
        fallen(`asleep before call ${at}, ${name}.${call.method}`);
        await asleep;
      });
      const sleeper = importOnce(dependencies, task, 'sleeper').then(
        () => undefined,
        () => undefined,
      );
      const where = await fell;
      await importOnce(repository.dependencies, task, 'heir');
      await expectWhole(task, where);
      const next = await repository.submit(task.archivalGroup, [await repository.put('add-binary', 'd', 'delta')]);
      await importOnce(repository.dependencies, next, 'heir');
      const finished = await keysOf(task);
      wake();
      await sleeper;
      expect(await keysOf(task), where).to.deep.equal(finished);
      expect((await readLedger(repository.events, task.archivalGroup)).versions, where).to.have.length(2);
    }
  });
});
