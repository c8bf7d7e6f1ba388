import { expect } from 'chai';
import { kindAt } from '../../../commands/reads/kind-at.js';
import { createContainer } from '../../../commands/processes/containers/create-container.js';
import { closeContainer } from '../../../commands/processes/containers/close-container.js';
import { continueProcess } from '../../../commands/processes/continue-process.js';
import { deleteContainer } from '../../../commands/processes/containers/delete-container.js';
import { placeGroup } from '../../../commands/processes/groups/adopt-group.js';
import { abandonImport, reserveGroup, startImport } from '../../../commands/processes/imports/run-import.js';
import { submitImport } from '../../../commands/processes/imports/submit-import.js';
import { entryStream, readEntry } from '../../../commands/container/entry-stream.js';
import { onEntry } from '../../../commands/container/on-entry.js';
import { ROOT_RESERVATION } from '../../../commands/container/state.js';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import { propose } from '../../../commands/core/handle.js';
import type { CommandResult } from '../../../commands/core/decider.js';
import type { ContainerFact } from '../../../events/container.js';
import { uuidV5 } from '../../../events/ids.js';
import {
  emptyBytes,
  finishEverything,
  intentOf,
  logOf,
  memoryEvents,
  dependenciesOn,
} from '../../support/command-bench.js';
import { valueOf } from '../../support/value-of.js';
import { inconsistencies } from '../../support/oracle/inconsistencies.js';
import { group, runningImport, someImport, submission } from './scenarios.js';

describe('deleting containers', () => {
  let dependencies: Dependencies;
  beforeEach(() => {
    dependencies = dependenciesOn(memoryEvents(), emptyBytes());
  });

  const create = (path: string, commandId?: string) =>
    createContainer(dependencies, intentOf('ann', commandId, 'ff'), { path, displayName: null });
  const remove = (path: string, purge = false, commandId?: string) =>
    deleteContainer(dependencies, intentOf('bob', commandId), { path, purge });
  const made = async (...paths: readonly string[]): Promise<void> => {
    for (const path of paths) valueOf(await create(path));
  };
  const outcome = (result: CommandResult<unknown>): unknown =>
    result.ok ? 'done' : [result.refusal.code, result.refusal.detail];
  const kind = async (path: string): Promise<string> => (await kindAt(dependencies.events, path)).kind;
  const types = async (): Promise<string[]> => (await logOf(dependencies.events)).map(({ type }) => type);
  /** Only the beginning of a deletion, as by a process that died after it. */
  const halfDeleted = async (path: string, purge: boolean): Promise<void> => {
    const place = await kindAt(dependencies.events, path);
    if (place.kind !== 'container') throw new Error(`no container ${path}`);
    const { reservation } = place.entry;
    expect(await closeContainer(dependencies, intentOf('ann'), { path, reservation, purge })).to.not.equal(null);
  };

  it('leaves a tombstone, which keeps the name', async () => {
    await made('a');
    expect(outcome(await remove('a'))).to.equal('done');
    expect(await kind('a')).to.equal('tombstone');
    expect(outcome(await create('a'))).to.deep.equal(['replaced-by-tombstone', 'Tombstone exists at a']);
    expect(outcome(await remove('a'))).to.deep.equal([
      'already-tombstone',
      'Already a tombstone but purge flag not set',
    ]);
  });

  it('frees the name by purging, at once or later', async () => {
    await made('a', 'b');
    expect(outcome(await remove('a', true))).to.equal('done');
    await remove('b');
    expect(outcome(await remove('b', true))).to.equal('done');
    for (const path of ['a', 'b']) {
      expect(await kind(path)).to.equal('free');
      expect(outcome(await remove(path, true))).to.deep.equal([
        'resource-not-found',
        `There is no resource at ${path}`,
      ]);
      await made(path);
      expect(await kind(path)).to.equal('container');
    }
  });

  const notAContainer = ['not-a-container', 'Attempted to delete a resource that is not a Container'];
  const notDeletable = ['container-not-deletable', 'This is not a deletable container'];
  it('is for empty containers outside of groups alone', async () => {
    await someImport(dependencies);
    expect(outcome(await remove(''))).to.deep.equal(notAContainer);
    expect(outcome(await remove(group))).to.deep.equal(notAContainer);
    expect(outcome(await remove('letters'))).to.deep.equal(notDeletable);
    for (const path of ['nothing', 'nothing/at/all'])
      expect(outcome(await remove(path, true)), path).to.have.property('0', 'resource-not-found');
  });

  it('names what is in the way', async () => {
    await made('a', 'a/b');
    const refused = await remove('a');
    expect(refused.ok ? null : refused.refusal.advice).to.contain("'a/b'");
  });

  it('takes nothing below a tombstone, and names the highest', async () => {
    await made('a', 'a/b');
    await remove('a/b');
    await remove('a');
    expect(outcome(await create('a/c/d'))).to.deep.equal([
      'ancestor-not-container',
      "Ancestors of 'a/c/d' must all be Containers, 'a' is a Tombstone.",
    ]);
    expect(outcome(await create('a/b'))).to.have.property('0', 'ancestor-not-container');
    expect(outcome(await remove('a/c', true))).to.have.property('0', 'resource-not-found');
  });

  it('purges a tombstone below a tombstone', async () => {
    await made('a', 'a/b');
    await remove('a/b');
    await remove('a');
    expect(outcome(await remove('a/b'))).to.have.property('0', 'already-tombstone');
    expect(outcome(await remove('a/b', true))).to.equal('done');
    expect(outcome(await remove('a/b', true))).to.have.property('0', 'resource-not-found');
  });

  it('forgets the tombstones in a container with the container', async () => {
    await made('a', 'a/b');
    await remove('a/b');
    await remove('a', true);
    expect(await kind('a/b')).to.equal('orphaned');
    await made('a', 'a/b');
    expect(await kind('a/b')).to.equal('container');
  });

  it('begins a later container at the path anew, with its own name', async () => {
    await made('a');
    await remove('a', true);
    await createContainer(dependencies, intentOf('cat'), { path: 'a', displayName: 'Second' });
    expect((await readEntry(dependencies.events, 'a')).entry).to.include({ displayName: 'Second', by: 'cat' });
    expect(outcome(await remove('a'))).to.equal('done');
    expect(await kind('a')).to.equal('tombstone');
    expect(await inconsistencies(dependencies)).to.deep.equal([]);
  });

  describe('when a request comes again', () => {
    it('answers as the first time, and changes nothing, whatever is there since', async () => {
      await made('a');
      expect(outcome(await remove('a', true, 'd1'))).to.equal('done');
      await made('a');
      const before = await types();
      expect(outcome(await remove('a', true, 'd1'))).to.equal('done');
      expect(await types()).to.deep.equal(before);
      expect(await kind('a')).to.equal('container');
    });

    it('answers a repeated purge as the first time', async () => {
      await made('a');
      await remove('a');
      expect(outcome(await remove('a', true, 'p1'))).to.equal('done');
      expect(outcome(await remove('a', true, 'p1'))).to.equal('done');
      expect((await types()).filter((type) => type === 'ChildPurged')).to.have.length(1);
    });

    it('refuses the key of a deletion for a purge', async () => {
      await made('a');
      await remove('a', false, 'd1');
      expect(outcome(await remove('a', true, 'd1'))).to.have.property('0', 'idempotency-key-reused');
    });

    it('answers a repeated creation as the first time, though the container or its parent was deleted since', async () => {
      await made('a');
      const first = valueOf(await create('a/b', 'c1'));
      await remove('a/b');
      expect(valueOf(await create('a/b', 'c1'))).to.deep.equal(first);
      await remove('a');
      expect(valueOf(await create('a/b', 'c1'))).to.deep.equal(first);
      expect(await kind('a/b')).to.equal('belowTombstone');
    });
  });

  describe('when every follow-up comes again, late', () => {
    it('neither brings a container back, nor deletes the next one', async () => {
      await made('a');
      await remove('a', true);
      await made('a');
      await remove('a');
      await remove('a', true);
      await made('a');
      const log = await logOf(dependencies.events);
      // Another process repeats the steps of all facts, and so do steps whose ids nobody knows any more.
      for (const fact of log) {
        await continueProcess(dependencies, fact);
        await continueProcess(dependencies, { ...fact, id: uuidV5(`other ${fact.id}`) });
      }
      expect(await kind('a')).to.equal('container');
      expect(await types()).to.deep.equal(log.map(({ type }) => type));
    });
  });

  describe('where a process died after a deletion had begun', () => {
    it('shows the path as it was', async () => {
      await made('a');
      await halfDeleted('a', true);
      expect([await kind('a'), await kind('a/x')]).to.deep.equal(['container', 'free']);
    });

    it('is deleted by the process manager where it is empty, and stays where it is not', async () => {
      await made('a', 'b', 'c', 'c/d');
      await halfDeleted('a', true);
      await halfDeleted('b', false);
      await halfDeleted('c', false);
      await finishEverything(dependencies);
      expect([await kind('a'), await kind('b'), await kind('c')]).to.deep.equal(['free', 'tombstone', 'container']);
      expect(await inconsistencies(dependencies)).to.deep.equal([]);
    });

    it('is deleted by another request, and stays for one that creates something in it', async () => {
      await made('a', 'b');
      await halfDeleted('a', true);
      expect(outcome(await remove('a'))).to.have.property('0', 'resource-not-found');
      await halfDeleted('b', true);
      expect(outcome(await create('b/c'))).to.equal('done');
      await finishEverything(dependencies);
      expect([await kind('a'), await kind('b'), await kind('b/c')]).to.deep.equal(['free', 'container', 'container']);
      expect(await inconsistencies(dependencies)).to.deep.equal([]);
    });

    it('answers the repeat of the request as if it had not died', async () => {
      await made('a');
      const place = await kindAt(dependencies.events, 'a');
      const reservation = place.kind === 'container' ? place.entry.reservation : 0;
      await closeContainer(dependencies, intentOf('bob', 'd1'), { path: 'a', reservation, purge: false });
      await finishEverything(dependencies);
      expect(outcome(await remove('a', false, 'd1'))).to.equal('done');
      expect((await types()).filter((type) => type === 'ContainerDeleted')).to.have.length(1);
    });

    it('completes the creation of a container before something is put into it, or it is deleted', async () => {
      for (const [path, use] of [
        ['a', () => create('a/b')],
        ['c', () => remove('c')],
      ] as const) {
        await made(path);
        await remove(path, true);
        const child = { kind: 'container', displayName: null, jobId: null, within: ROOT_RESERVATION } as const;
        await onEntry(dependencies, intentOf('ann'), { type: 'ReserveChild', path, ...child });
        expect(outcome(await use()), path).to.equal('done');
      }
      await finishEverything(dependencies);
      expect(await inconsistencies(dependencies)).to.deep.equal([]);
    });

    it('takes a reservation that names no container to be in the root, for its end and for what is there', async () => {
      const command = { type: 'x', by: 'ann', at: intentOf('ann').at };
      const data = { path: '', name: 'a', kind: 'container', displayName: null, jobId: null } as const;
      const { by, at } = command;
      const fact: ContainerFact = { type: 'ChildReserved', data: { ...data, by, at } };
      const facts = propose(dependencies, intentOf('ann'), { command, facts: [fact], expected: 'none' });
      await dependencies.events.append(entryStream('a'), facts, 'none');
      await finishEverything(dependencies);
      expect(await kindAt(dependencies.events, 'a')).to.have.property('kind', 'container');
      expect(outcome(await create('a'))).to.have.property('0', 'resource-exists');
    });
  });

  describe('and imports of groups', () => {
    const started = async (): Promise<string> => {
      const { jobId } = valueOf(await submitImport(dependencies, intentOf('ann'), submission(null)));
      valueOf(await startImport(dependencies, intentOf('w'), { path: group, jobId, worker: 'w1' }));
      return jobId;
    };
    const reserve = (jobId: string) =>
      reserveGroup(dependencies, intentOf('w'), { path: group, jobId, displayName: 'Letters' });

    it('is refused while an import is about to create a group in the container', async () => {
      const { jobId } = await runningImport(dependencies, { committed: false });
      const refused = await remove('letters');
      expect(outcome(refused)).to.deep.equal(notDeletable);
      expect(refused.ok ? null : refused.refusal.advice).to.contain(jobId);
      expect(outcome(await remove(group))).to.have.property('0', 'resource-not-found');
      const errors = [{ path: null, message: 'no' }];
      valueOf(await abandonImport(dependencies, intentOf('w'), { path: group, jobId, epoch: 1, errors }));
      expect(outcome(await remove('letters'))).to.equal('done');
    });

    it('refuses an import that was admitted before, and leaves nothing of it', async () => {
      await made('letters');
      const jobId = await started();
      await remove('letters');
      expect(outcome(await reserve(jobId))).to.deep.equal([
        'ancestor-not-container',
        "Ancestors of 'letters/1911' must all be Containers, 'letters' is a Tombstone.",
      ]);
      const errors = [{ path: null, message: 'no' }];
      valueOf(await abandonImport(dependencies, intentOf('w'), { path: group, jobId, epoch: 1, errors }));
      await remove('letters', true);
      await made('letters');
      expect(outcome(await reserve(jobId))).to.have.property('0', 'import-not-live');
      expect(await inconsistencies(dependencies)).to.deep.equal([]);
    });

    it('bars an import that ended from the containers that come after', async () => {
      const { jobId } = await runningImport(dependencies, { committed: false });
      const errors = [{ path: null, message: 'no' }];
      valueOf(await abandonImport(dependencies, intentOf('w'), { path: group, jobId, epoch: 1, errors }));
      await remove('letters', true);
      await made('letters');
      // A worker that was paused after it had looked at the ledger.
      const within = (await readEntry(dependencies.events, 'letters')).entry?.reservation ?? ROOT_RESERVATION;
      const child = { path: group, kind: 'archivalGroup', displayName: null, jobId, within } as const;
      const late = await onEntry(dependencies, intentOf('w'), { type: 'ReserveChild', ...child });
      expect(outcome(late)).to.have.property('0', 'import-not-live');
    });

    it('refuses a group at a tombstone, and takes one where it was purged', async () => {
      await made('letters', group);
      await remove(group);
      const jobId = await started();
      expect(outcome(await reserve(jobId))).to.deep.equal([
        'replaced-by-tombstone',
        `Cannot examine Archival Group: The resource at ${group} has been replaced by a Tombstone`,
      ]);
      await remove(group, true);
      expect(outcome(await reserve(jobId))).to.equal('done');
      expect(await kind(group)).to.equal('archivalGroup');
    });
  });

  it('is respected by adoptions, which create purged containers again', async () => {
    await made('letters');
    await remove('letters');
    const steps = (step: string) => intentOf('platform', uuidV5(`adopt:${step}`), 'ff');
    const place = () => placeGroup(dependencies, steps, { path: group, displayName: 'Letters' });
    expect(outcome(await place())).to.have.property('0', 'ancestor-not-container');
    await remove('letters', true);
    expect(outcome(await placeGroup(dependencies, steps, { path: 'letters/x/y', displayName: 'Y' }))).to.equal('done');
    expect(await kind('letters/x/y')).to.equal('archivalGroup');
    await made('other', 'other/x');
    await remove('other/x', true);
    await remove('other', true);
    expect(outcome(await placeGroup(dependencies, steps, { path: 'other/x/y', displayName: 'Y' }))).to.equal('done');
  });
});
