import { expect } from 'chai';
import { descriptionOf } from '../../../events/deposit-description.js';
import { activateDeposit, deactivateDeposit } from '../../../commands/processes/deposits/activate-deposit.js';
import { createContainer } from '../../../commands/processes/containers/create-container.js';
import { deleteContainer } from '../../../commands/processes/containers/delete-container.js';
import { deleteDeposit } from '../../../commands/processes/deposits/delete-deposit.js';
import { describeDeposit } from '../../../commands/processes/deposits/describe-deposit.js';
import { requestJob } from '../../../commands/processes/jobs/request-job.js';
import { openDeposit } from '../../../commands/processes/deposits/open-deposit.js';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import type { Intent } from '../../../commands/core/intent.js';
import type { CommandResult } from '../../../commands/core/decider.js';
import { abandonImport, recordPublished } from '../../../commands/processes/imports/run-import.js';
import { submitImport } from '../../../commands/processes/imports/submit-import.js';
import { onLedger } from '../../../commands/archival-group/ledger-stream.js';
import { continueProcess } from '../../../commands/processes/continue-process.js';
import { steerJob } from '../../../commands/steering/steer-job.js';
import type { RecordedFact } from '../../../events/envelope.js';
import type { EventStore } from '../../../events/store.js';
import { Crash, crashPoints, dyingAt, type MortalProcess } from '../../support/faults/crashes.js';
import {
  finishEverything,
  intentOf,
  logOf,
  memoryEvents,
  REPOSITORY,
  dependenciesOn,
  temporaryBytes,
} from '../../support/command-bench.js';
import { valueOf } from '../../support/value-of.js';
import { inconsistencies } from '../../support/oracle/inconsistencies.js';
import { failedDeposit, group, newDeposit, runningImport, someImport, submission } from './scenarios.js';
import { openedOnce } from '../../support/platform/opened.js';

/** What went before, and the request that is interrupted. */
interface Scenario {
  readonly title: string;
  readonly before: (dependencies: Dependencies) => Promise<string>;
  readonly request: (dependencies: Dependencies, intent: Intent, id: string) => Promise<CommandResult<unknown>>;
}

/** What happened, whatever the ids; a plan that died before its admission is no part of it. */
const story = async (events: EventStore): Promise<string[]> =>
  (await logOf(events))
    .map(({ type }) => type)
    .filter((type) => !type.startsWith('ImportPlan'))
    .sort();

/** The imports of deposits that have ended although their deposits do not know of it. */
const endedEarly = (log: readonly RecordedFact[]): string[] => {
  const jobsIn = (...types: readonly string[]): string[] =>
    log.filter(({ type }) => types.includes(type)).map(({ data }) => (data as { readonly jobId: string }).jobId);
  const accepted = new Set(jobsIn('ImportJobAccepted'));
  const settled = new Set(jobsIn('ImportJobSettled'));
  return jobsIn('ImportJobCompleted', 'ImportJobFailed').filter((job) => accepted.has(job) && !settled.has(job));
};

const open = async (dependencies: Dependencies): Promise<string> => (await newDeposit(dependencies, group)).depositId;

const container = async (dependencies: Dependencies): Promise<string> =>
  valueOf(await createContainer(dependencies, intentOf('ann'), { path: 'letters', displayName: null })).path;

const importOf = (jobId: string) => ({ kind: 'import', jobId, archivalGroup: group }) as const;

const scenarios: readonly Scenario[] = [
  {
    title: 'creating a container',
    before: () => Promise.resolve(''),
    request: (dependencies, intent) => createContainer(dependencies, intent, { path: 'letters', displayName: null }),
  },
  {
    title: 'deleting a container',
    before: container,
    request: (dependencies, intent, path) => deleteContainer(dependencies, intent, { path, purge: false }),
  },
  {
    title: 'deleting a container without a tombstone',
    before: container,
    request: (dependencies, intent, path) => deleteContainer(dependencies, intent, { path, purge: true }),
  },
  {
    title: 'purging the tombstone of a container',
    before: async (dependencies) => {
      const path = await container(dependencies);
      await deleteContainer(dependencies, intentOf('ann'), { path, purge: false });
      return path;
    },
    request: (dependencies, intent, path) => deleteContainer(dependencies, intent, { path, purge: true }),
  },
  {
    title: 'creating a container where another was purged',
    before: async (dependencies) => {
      const path = await container(dependencies);
      await deleteContainer(dependencies, intentOf('ann'), { path, purge: true });
      return path;
    },
    request: (dependencies, intent, path) => createContainer(dependencies, intent, { path, displayName: null }),
  },
  {
    title: 'asking for an audit',
    before: () => Promise.resolve(''),
    request: (dependencies, intent) =>
      requestJob(dependencies, intent, { kind: 'audit', parameters: { archivalGroup: null, quick: true } }),
  },
  {
    title: 'opening a deposit for a group',
    before: () => Promise.resolve(''),
    request: (dependencies, intent) =>
      openDeposit(dependencies, intent, {
        template: 'RootLevel',
        archivalGroup: group,
        ...descriptionOf({}),
        bucket: 'workspace',
      }),
  },
  {
    title: 'opening a deposit without a group',
    before: () => Promise.resolve(''),
    request: (dependencies, intent) =>
      openDeposit(dependencies, intent, {
        template: 'None',
        archivalGroup: null,
        ...descriptionOf({}),
        bucket: 'workspace',
      }),
  },
  {
    title: 'moving a deposit to another group',
    before: open,
    request: (dependencies, intent, depositId) =>
      describeDeposit(dependencies, intent, { depositId, archivalGroup: 'letters/1912', submissionText: 'moved' }),
  },
  {
    title: 'activating a deposit',
    before: (dependencies) => failedDeposit(dependencies),
    request: (dependencies, intent, depositId) => activateDeposit(dependencies, intent, depositId),
  },
  {
    title: 'deactivating a deposit',
    before: async (dependencies) => {
      const depositId = await failedDeposit(dependencies);
      await activateDeposit(dependencies, intentOf('ann'), depositId);
      return depositId;
    },
    request: (dependencies, intent, depositId) => deactivateDeposit(dependencies, intent, depositId),
  },
  {
    title: 'deleting a deposit',
    before: open,
    request: (dependencies, intent, depositId) => deleteDeposit(dependencies, intent, depositId),
  },
  {
    title: 'submitting an import',
    before: open,
    request: (dependencies, intent, depositId) => submitImport(dependencies, intent, submission(depositId)),
  },
  {
    title: 'publishing a first version',
    before: async (dependencies) => (await runningImport(dependencies, { committed: true })).jobId,
    request: (dependencies, intent, jobId) => recordPublished(dependencies, intent, { path: group, jobId, version: 1 }),
  },
  {
    title: 'abandoning the import of a new group',
    before: async (dependencies) => (await runningImport(dependencies, { committed: false })).jobId,
    request: (dependencies, intent, jobId) =>
      abandonImport(dependencies, intent, { path: group, jobId, epoch: 1, errors: [{ path: null, message: 'no' }] }),
  },
  {
    title: 'cancelling an import that waits',
    before: async (dependencies) => {
      await container(dependencies);
      return valueOf(await submitImport(dependencies, intentOf('ann'), submission(await open(dependencies)))).jobId;
    },
    request: (dependencies, intent, jobId) => steerJob(dependencies, intent, importOf(jobId), 'cancel'),
  },
  {
    title: 'cancelling an import that runs',
    before: async (dependencies) => (await runningImport(dependencies, { committed: false })).jobId,
    request: (dependencies, intent, jobId) => steerJob(dependencies, intent, importOf(jobId), 'cancel'),
  },
  {
    title: 'cancelling an export',
    before: async (dependencies) => {
      await someImport(dependencies);
      const destination = { bucket: 'workspace', prefix: 'exports/x/' };
      const wanted = { exportId: 'e1', depositId: null, version: 1, inventorySha256: 'ee', destination, declared: {} };
      const requested = valueOf(
        await onLedger(dependencies, intentOf('ann'), { type: 'RequestExport', path: group, export: wanted }),
      );
      for (const fact of requested) await continueProcess(dependencies, fact);
      return 'e1';
    },
    request: (dependencies, intent, jobId) =>
      steerJob(dependencies, intent, { kind: 'export', jobId, archivalGroup: group }, 'cancel'),
  },
];

describe('a request that dies at any append or write', () => {
  const store = openedOnce(temporaryBytes);

  const through = (process: MortalProcess, events: EventStore): Dependencies =>
    dependenciesOn(process.through(events), process.through(store.bytes));

  const prepared = async (scenario: Scenario): Promise<{ readonly events: EventStore; readonly id: string }> => {
    const events = memoryEvents();
    await store.empty(REPOSITORY); // each log has a repository of its own
    return { events, id: await scenario.before(dependenciesOn(events, store.bytes)) };
  };

  for (const scenario of scenarios) {
    describe(`while ${scenario.title}`, () => {
      const dieEverywhere = async (
        afterwards: (dependencies: Dependencies, intent: Intent, id: string, whole: EventStore) => Promise<void>,
      ) => {
        const whole = await prepared(scenario);
        const alive = dyingAt(null);
        const done = await scenario.request(through(alive, whole.events), intentOf('ann'), whole.id);
        expect(done).to.have.property('ok');
        expect(alive.effects()).to.be.greaterThan(0);
        for (const point of crashPoints(alive.effects())) {
          const { events, id } = await prepared(scenario);
          const intent = intentOf('ann');
          const died: unknown = await scenario
            .request(through(dyingAt(point), events), intent, id)
            .catch((error: unknown) => error);
          expect(died, JSON.stringify(point)).to.be.instanceOf(Crash);
          await afterwards(dependenciesOn(events, store.bytes), intent, id, whole.events);
        }
      };

      it('is finished from the log, or was never begun', () =>
        dieEverywhere(async (dependencies) => {
          await finishEverything(dependencies);
          expect(await inconsistencies(dependencies)).to.deep.equal([]);
        }));

      it('is carried out once when it comes again', () =>
        dieEverywhere(async (dependencies, intent, id, whole) => {
          const again = await scenario.request(dependencies, intent, id);
          expect(again).to.have.property('ok');
          await finishEverything(dependencies);
          expect(await inconsistencies(dependencies)).to.deep.equal([]);
          expect(await story(dependencies.events)).to.deep.equal(await story(whole));
        }));

      it('ends no import before its deposit knows of the end', () =>
        dieEverywhere(async ({ events }) => {
          expect(endedEarly(await logOf(events))).to.deep.equal([]);
        }));
    });
  }

  it('leaves nothing to a second follower of the log', async () => {
    const dependencies = dependenciesOn(memoryEvents(), store.bytes);
    await someImport(dependencies);
    await finishEverything(dependencies);
    const facts = (await logOf(dependencies.events)).length;
    await finishEverything(dependenciesOn({ ...dependencies.events }, store.bytes));
    expect(await logOf(dependencies.events)).to.have.length(facts);
  });
});
