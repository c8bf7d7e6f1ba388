import { expect } from 'chai';
import fc from 'fast-check';
import { decideOnEntry } from '../../../commands/container/entry-stream.js';
import { ROOT_RESERVATION } from '../../../commands/container/state.js';
import type { CommandResult } from '../../../commands/core/decider.js';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import { createContainer, finishContainer } from '../../../commands/processes/containers/create-container.js';
import { closeContainer, finishClosing } from '../../../commands/processes/containers/close-container.js';
import { reserveChild } from '../../../commands/processes/containers/reserve-child.js';
import { childrenInLog } from '../../support/repository/children-in-log.js';
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
import { atRandom, interleave, type Choose, type Process } from '../../support/scheduling/interleaving.js';
import { leastWaits } from '../../support/scheduling/least-waits.js';
import { SEED } from '../../support/random/seed.js';
import { inconsistencies } from '../../support/oracle/inconsistencies.js';
import { historyOf, type PathState } from './container-history.js';
import { group, submission } from './scenarios.js';
import { atDepth } from '../../support/random/depth.js';

/** Whether the view that deletions look into has read no further than it must, or everything. */
type View = 'behind' | 'ahead';

const on = (events: EventStore, view: View = 'ahead'): Dependencies => {
  const dependencies = dependenciesOn(events, emptyBytes());
  if (view === 'ahead') return dependencies;
  return { ...dependencies, childrenAsOf: childrenInLog(events, (position, asked) => position > asked) };
};

/** What a path is at rest; what an import has reserved may still have to be given up. */
const KINDS: Readonly<Record<PathState, readonly string[]>> = {
  container: ['container'],
  group: ['archivalGroup', 'belowTombstone', 'orphaned', 'free'],
  pending: [],
  deleting: [],
  tombstone: ['tombstone', 'belowTombstone', 'orphaned'],
};

/** Requests that were answered with success, and the fact that each of them must have left. */
type AcknowledgedRequests = Map<string, readonly ContainerFact['type'][]>;

/** What was answered: requests, and the jobs that were told that they have their path. */
interface Answered {
  readonly acknowledged: AcknowledgedRequests;
  readonly stood: Set<string>;
}

const nothingAnswered = (): Answered => ({ acknowledged: new Map(), stood: new Set() });

const judge = async (
  events: EventStore,
  { acknowledged, stood }: Answered,
  paths: readonly string[],
): Promise<void> => {
  await finishEverything(on(events));
  expect(await inconsistencies(on(events))).to.deep.equal([]);
  const log = await logOf(events);
  const states = historyOf(log, stood);
  for (const path of paths) {
    const { kind } = await kindAt(events, path);
    const state = states.get(path);
    expect(state === undefined ? ['free', 'orphaned', 'belowTombstone'] : KINDS[state], path).to.include(kind);
  }
  for (const [commandId, types] of acknowledged) {
    const left = log.filter(({ metadata }) => metadata.commandId === commandId);
    const first = left[0]?.type;
    expect(types, `of ${commandId}`).to.include(first);
    // A deletion has another fact for what becomes of the path, in the same append.
    expect(left, `of ${commandId}`).to.have.length(first === 'ContainerDeleted' ? 2 : 1);
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
  type Role = (setting: ReservationFact, view: View, answered: Answered) => Process;
  /** The appends of a deletion, without the reads that lead to them. */
  const deleter =
    (purge: boolean, agent: string): Role =>
    ({ revision }, view) =>
    async (events) => {
      const container = { path: 'a', reservation: Number(revision), purge };
      const closed = await closeContainer(on(events, view), intentOf(agent, agent), container);
      if (closed !== null) await finishClosing(on(events, view), closed);
    };
  const within = ({ revision }: ReservationFact): number => Number(revision);
  const creator: Role = () => (events) =>
    createContainer(on(events), intentOf('bob'), { path: 'a/b', displayName: null });
  const importer: Role =
    (_setting, _view, { stood }) =>
    async (events) => {
      const child = { path: 'a/b', displayName: null, jobId: 'j1' };
      if ((await reserveChild(on(events), intentOf('bob', 'reserve'), child))?.ok === true) stood.add('j1');
    };
  const repeater: Role = (setting) => (events) => finishContainer(on(events), setting);
  const purger: Role = (setting) => async (events) => {
    const tombstone = { path: 'a', reservation: within(setting) };
    await decideOnEntry(on(events), intentOf('cat'), { type: 'PurgeTombstone', ...tombstone });
    await createContainer(on(events), intentOf('cat'), { path: 'a', displayName: null });
  };

  /** Creates another container as soon as the name is free. */
  const nextContainer: Role = () => async (events) => {
    const child = { path: 'a', kind: 'container', displayName: null, jobId: null, within: ROOT_RESERVATION } as const;
    for (let attempt = 0; attempt < 4; attempt++) {
      const result = await decideOnEntry(on(events), intentOf('dan'), { type: 'ReserveChild', ...child });
      const [fact] = result.ok ? result.value : [];
      if (fact?.type === 'ChildReserved') await finishContainer(on(events), fact);
    }
  };

  const explore = async (roles: readonly Role[], view: View, choose: Choose, kills: number): Promise<void> => {
    const events = memoryEvents();
    const answered = nothingAnswered();
    await createContainer(on(events), intentOf('ann'), { path: 'a', displayName: null });
    const setting = await reservation(events, 'a');
    await interleave(
      events,
      roles.map((role) => role(setting, view, answered)),
      { choose, kills },
    );
    await judge(events, answered, ['a', 'a/b']);
    await events.close();
  };

  const anna = deleter(false, 'anna');
  const purging = deleter(true, 'paul');
  for (const [who, roles, kills] of [
    ['a deletion and the creation of a child', [anna, creator], 1],
    ['a purge and the creation of a child', [purging, creator], 1],
    ['a deletion and an import that reserves a group', [anna, importer], 1],
    ['two deletions', [anna, purging], 1],
    ['a deletion, a late repeat of the creation, and a child', [anna, repeater, creator], 0],
    ['a deletion, and a purge before the next container', [anna, purger], 0],
    ['two deletions and the next container', [purging, anna, nextContainer, repeater], 1],
    ['a purge, the next container, a child and an import', [purging, nextContainer, creator, importer], 1],
  ] as const)
    for (const view of ['behind', 'ahead'] as const)
      it(`holds in random schedules of ${who}, where the view is ${view}`, async () => {
        for (let seed = SEED; seed < SEED + atDepth(100); seed++)
          await explore(roles, view, atRandom(seed), seed % (kills + 1));
      });
});

type Action = (events: EventStore, answered: Answered) => Promise<void>;

const PATHS = ['a', 'a/b', 'a/b/c', 'letters', group, 'd'] as const;
let commands = 0;

const request =
  (
    run: (dependencies: Dependencies, commandId: string) => Promise<CommandResult<unknown>>,
    types: readonly ContainerFact['type'][],
  ) =>
  (): Action => {
    const commandId = `command ${(commands += 1)}`;
    return async (events, { acknowledged }) => {
      const view = commands % 2 === 0 ? 'ahead' : 'behind';
      if ((await run(on(events, view), commandId)).ok) acknowledged.set(commandId, types);
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
const imports =
  (): Action =>
  async (events, { stood }) => {
    const dependencies = on(events);
    const submitted = await submitImport(dependencies, intentOf('cat'), submission(null));
    if (!submitted.ok) return;
    const { jobId } = submitted.value;
    if (!(await startImport(dependencies, intentOf('w'), { path: group, jobId, worker: 'w' })).ok) return;
    const place = { path: group, jobId, displayName: 'Letters' };
    if ((await reserveGroup(dependencies, intentOf('w'), place)).ok) stood.add(jobId);
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
      const answered = nothingAnswered();
      for (const path of ['a', 'a/b', 'letters']) await creates(path)()(events, answered);
      for (const make of before) await make()(events, answered);
      await interleave(
        events,
        lists.map((list): Process => {
          const actions = list.map((make) => make());
          return async (each) => {
            for (const act of actions) await act(each, answered);
          };
        }),
        { choose: atRandom(seed), kills },
      );
      try {
        await judge(events, answered, PATHS);
      } catch (error) {
        const told = (await logOf(events)).map(({ type, data }) => `${type} ${JSON.stringify(data)}`);
        throw new Error(`${String(error)}\n${told.join('\n')}`, { cause: error });
      }
      await events.close();
    });
    await fc.assert(property, { numRuns: atDepth(100) });
  });
});
