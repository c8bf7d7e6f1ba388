import { expect } from 'chai';
import fc from 'fast-check';
import { onContainer } from '../../../commands/container/container-stream.js';
import type { CommandResult } from '../../../commands/core/decider.js';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import { createContainer, finishContainer } from '../../../commands/processes/containers/create-container.js';
import { finishContainerDeletion } from '../../../commands/processes/containers/container-deletion.js';
import { deleteContainer } from '../../../commands/processes/containers/delete-container.js';
import { abandonImport, reserveGroup, startImport } from '../../../commands/processes/imports/run-import.js';
import { submitImport } from '../../../commands/processes/imports/submit-import.js';
import { kindAt } from '../../../commands/reads/kind-at.js';
import { readLedger } from '../../../commands/archival-group/ledger-stream.js';
import type { ContainerFact } from '../../../events/container.js';
import type { RecordedFact } from '../../../events/envelope.js';
import type { EventStore } from '../../../events/store.js';
import {
  dependenciesOn,
  emptyBytes,
  finishEverything,
  intentOf,
  logOf,
  memoryEvents,
} from '../../support/command-bench.js';
import {
  atRandom,
  interleave,
  schedulesAtDepth,
  type Choose,
  type Process,
} from '../../support/scheduling/interleaving.js';
import { leastWaits } from '../../support/scheduling/least-waits.js';
import { SEED } from '../../support/seed.js';
import { valueOf } from '../../support/value-of.js';
import { inconsistencies } from '../../support/oracle/inconsistencies.js';
import { historyOf, type PathState } from './container-history.js';
import { group, submission } from './scenarios.js';
import { atDepth } from '../../support/depth.js';

const on = (events: EventStore): Dependencies => dependenciesOn(events, emptyBytes());

const KINDS: Readonly<Record<PathState, string>> = {
  container: 'container',
  group: 'archivalGroup',
  deleting: 'deleting',
  tombstone: 'tombstone',
};

/** Requests that were answered with success, and the fact that each of them must have left. */
type AcknowledgedRequests = Map<string, readonly ContainerFact['type'][]>;

const judge = async (
  events: EventStore,
  acknowledged: AcknowledgedRequests,
  paths: readonly string[],
): Promise<void> => {
  await finishEverything(on(events));
  expect(await inconsistencies(on(events))).to.deep.equal([]);
  const log = await logOf(events);
  const states = historyOf(log);
  for (const path of paths) {
    const { kind } = await kindAt(events, path);
    const state = states.get(path);
    if (kind === 'belowTombstone') expect([undefined, 'tombstone'], path).to.include(state);
    else expect(kind, path).to.equal(state === undefined ? (kind === 'orphaned' ? kind : 'free') : KINDS[state]);
  }
  for (const [commandId, types] of acknowledged) {
    const left = log.filter(({ metadata }) => metadata.commandId === commandId);
    expect(left, `facts of ${commandId}`).to.have.length(1);
    expect(types).to.include(left[0]?.type);
  }
};

/** Deletions against everything else that may happen to a container, whoever comes between and wherever someone dies. */
describe('deleted containers, in every order of what concurrent processes do', () => {
  leastWaits();
  type ReservationFact = RecordedFact<ContainerFact> & { readonly type: 'ChildReserved' };
  const reservation = async (events: EventStore, name: string): Promise<ReservationFact> => {
    const facts = await logOf(events);
    const found = facts.findLast(({ type, data }) => type === 'ChildReserved' && 'name' in data && data.name === name);
    return found as ReservationFact;
  };
  const { at } = intentOf('ann');
  const asked = { by: 'ann', at };

  type Role = (setting: ReservationFact) => Process;
  /** The appends of a deletion, without the reads that lead to them. */
  const deleter =
    (purge: boolean): Role =>
    ({ revision }) =>
    async (events) => {
      const command = { type: 'DeleteContainer', path: 'a', reservation: Number(revision), purge, ...asked } as const;
      const [fact] = valueOf(await onContainer(on(events), intentOf('ann'), command));
      if (fact?.type === 'ContainerDeleted') await finishContainerDeletion(on(events), fact);
    };
  const reserver =
    (kind: 'container' | 'archivalGroup'): Role =>
    () =>
    async (events) => {
      const jobId = kind === 'container' ? null : 'j1';
      const child = { path: 'a', name: 'b', kind, displayName: null, jobId };
      const result = await onContainer(on(events), intentOf('bob'), { type: 'ReserveChild', ...child, ...asked });
      const [fact] = result.ok ? result.value : [];
      if (fact?.type === 'ChildReserved' && kind === 'container') await finishContainer(on(events), fact);
    };
  const repeater: Role = (setting) => (events) => finishContainer(on(events), setting);
  const purger: Role =
    ({ revision }) =>
    async (events) => {
      const child = { path: '', name: 'a', reservation: Number(revision) };
      await onContainer(on(events), intentOf('cat'), { type: 'PurgeTombstone', ...child, ...asked });
      await createContainer(on(events), intentOf('cat'), { path: 'a', displayName: null });
    };

  /** Creates another container as soon as the name is free. */
  const nextContainer: Role = () => async (events) => {
    const child = { path: '', name: 'a', kind: 'container', displayName: null, jobId: null } as const;
    for (let attempt = 0; attempt < 4; attempt++) {
      const result = await onContainer(on(events), intentOf('dan'), { type: 'ReserveChild', ...child, ...asked });
      const [fact] = result.ok ? result.value : [];
      if (fact?.type === 'ChildReserved') await finishContainer(on(events), fact);
    }
  };

  const explore = async (roles: readonly Role[], choose: Choose, kills: number): Promise<void> => {
    const events = memoryEvents();
    await createContainer(on(events), intentOf('ann'), { path: 'a', displayName: null });
    const setting = await reservation(events, 'a');
    const processes = roles.map((role) => role(setting));
    await interleave(
      events,
      processes.map((process) => (each: EventStore) => process(each).catch(ignoreRefusal)),
      { choose, kills },
    );
    await judge(events, new Map(), ['a', 'a/b']);
    await events.close();
  };
  /** A deletion that is refused is an answer here; a crash is passed on. */
  const ignoreRefusal = (error: unknown): void => {
    if (!(error instanceof Error) || !error.message.includes('deletable')) throw error;
  };

  for (const [who, roles, kills] of [
    ['a deletion and the creation of a child', [deleter(false), reserver('container')], 1],
    ['a purge and the creation of a child', [deleter(true), reserver('container')], 1],
    ['a deletion and an import that reserves a group', [deleter(false), reserver('archivalGroup')], 1],
    ['two deletions', [deleter(false), deleter(true)], 1],
    ['a deletion, a late repeat of the creation, and a child', [deleter(false), repeater, reserver('container')], 0],
    ['a deletion, and a purge before the next container', [deleter(false), purger], 0],
  ] as const)
    it(`holds in every schedule of ${who}`, async () => {
      const runs = await schedulesAtDepth((choose) => explore(roles, choose, kills), 20_000);
      expect(runs).to.be.greaterThan(10);
    });

  it('holds in random schedules of two deletions and the next container', async () => {
    const roles = [deleter(true), deleter(false), nextContainer, repeater];
    for (let seed = SEED; seed < SEED + atDepth(500); seed++) await explore(roles, atRandom(seed), seed % 2);
  });
});

type Action = (events: EventStore, acknowledged: AcknowledgedRequests) => Promise<void>;

const PATHS = ['a', 'a/b', 'a/b/c', 'letters', group, 'd'] as const;
let commands = 0;

const request =
  (
    run: (dependencies: Dependencies, commandId: string) => Promise<CommandResult<unknown>>,
    types: readonly ContainerFact['type'][],
  ) =>
  (): Action => {
    const commandId = `command ${(commands += 1)}`;
    return async (events, acknowledged) => {
      if ((await run(on(events), commandId)).ok) acknowledged.set(commandId, types);
    };
  };

const creates = (path: string) =>
  request(
    (dependencies, commandId) => createContainer(dependencies, intentOf('ann', commandId), { path, displayName: null }),
    ['ChildReserved'],
  );
const deletes = (path: string, purge: boolean) =>
  request(
    (dependencies, commandId) => deleteContainer(dependencies, intentOf('bob', commandId), { path, purge }),
    ['ContainerDeleted', 'ChildPurged'],
  );
/** An import of a group in `letters`, up to its reservation, which is given up again. */
const imports = (): Action => async (events) => {
  const dependencies = on(events);
  const submitted = await submitImport(dependencies, intentOf('cat'), submission(null));
  if (!submitted.ok) return;
  const { jobId } = submitted.value;
  if (!(await startImport(dependencies, intentOf('w'), { path: group, jobId, worker: 'w' })).ok) return;
  await reserveGroup(dependencies, intentOf('w'), { path: group, jobId, displayName: 'Letters' });
  if ((await readLedger(events, group)).job?.jobId !== jobId) return;
  const errors = [{ path: null, message: 'no' }];
  await abandonImport(dependencies, intentOf('w'), { path: group, jobId, epoch: 1, errors });
};
const repeats = (): Action => (events) => finishEverything(on(events));

const action = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...PATHS).map(creates) },
  { weight: 4, arbitrary: fc.tuple(fc.constantFrom(...PATHS), fc.boolean()).map((each) => deletes(...each)) },
  { weight: 1, arbitrary: fc.constant(imports) },
  { weight: 1, arbitrary: fc.constant(repeats) },
);

describe('containers that are created, deleted and purged by many processes', () => {
  leastWaits();
  it('have no living child without a living parent, and stay deleted once that is acknowledged', async () => {
    const processes = fc.array(fc.array(action, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 4 });
    const prelude = fc.array(action, { maxLength: 5 });
    const property = fc.asyncProperty(prelude, processes, fc.nat(), fc.nat(2), async (before, lists, seed, kills) => {
      const events = memoryEvents();
      const acknowledged: AcknowledgedRequests = new Map();
      for (const path of ['a', 'a/b', 'letters']) await creates(path)()(events, acknowledged);
      for (const make of before) await make()(events, acknowledged);
      await interleave(
        events,
        lists.map((list): Process => {
          const actions = list.map((make) => make());
          return async (each) => {
            for (const act of actions) await act(each, acknowledged);
          };
        }),
        { choose: atRandom(seed), kills },
      );
      try {
        await judge(events, acknowledged, PATHS);
      } catch (error) {
        const told = (await logOf(events)).map(({ type, data }) => `${type} ${JSON.stringify(data)}`);
        throw new Error(`${String(error)}\n${told.join('\n')}`, { cause: error });
      }
      await events.close();
    });
    await fc.assert(property, { numRuns: atDepth(100) });
  });
});
