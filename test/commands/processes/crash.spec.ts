import { expect } from 'chai';
import { activateDeposit, deactivateDeposit } from '../../../commands/processes/activate-deposit.js';
import { createContainer } from '../../../commands/processes/create-container.js';
import { deleteDeposit } from '../../../commands/processes/delete-deposit.js';
import { describeDeposit } from '../../../commands/processes/describe-deposit.js';
import { openDeposit } from '../../../commands/processes/open-deposit.js';
import type { Services } from '../../../commands/core/services.js';
import type { Intent } from '../../../commands/core/intent.js';
import type { CommandResult } from '../../../commands/core/command-result.js';
import { abandonImport, recordPublished } from '../../../commands/processes/run-import.js';
import { submitImport } from '../../../commands/processes/submit-import.js';
import type { EventStore } from '../../../events/store.js';
import { countingAppends, Crash, crashPoints, dyingAt } from '../../support/faults/crashes.js';
import {
  finishEverything,
  intentOf,
  logOf,
  memoryEvents,
  REPOSITORY,
  servicesOn,
  temporaryBytes,
  type TemporaryBytes,
} from '../../support/command-bench.js';
import { inconsistencies } from '../workspace/inconsistencies.js';
import { failedDeposit, group, newDeposit, runningImport, someImport, submission } from './scenarios.js';

/** What went before, and the request that is interrupted. */
interface Scenario {
  readonly title: string;
  readonly before: (services: Services) => Promise<string>;
  readonly request: (services: Services, intent: Intent, id: string) => Promise<CommandResult<unknown>>;
}

/** What happened, whatever the ids; a plan that died before its admission is no part of it. */
const story = async (events: EventStore): Promise<string[]> =>
  (await logOf(events))
    .map(({ type }) => type)
    .filter((type) => !type.startsWith('ImportPlan'))
    .sort();

const open = async (services: Services): Promise<string> => (await newDeposit(services, group)).depositId;

const scenarios: readonly Scenario[] = [
  {
    title: 'creating a container',
    before: () => Promise.resolve(''),
    request: (services, intent) => createContainer(services, intent, { path: 'letters', displayName: null }),
  },
  {
    title: 'opening a deposit for a group',
    before: () => Promise.resolve(''),
    request: (services, intent) =>
      openDeposit(services, intent, {
        template: 'RootLevel',
        archivalGroup: group,
        archivalGroupName: null,
        submissionText: null,
        bucket: 'workspace',
      }),
  },
  {
    title: 'opening a deposit without a group',
    before: () => Promise.resolve(''),
    request: (services, intent) =>
      openDeposit(services, intent, {
        template: 'None',
        archivalGroup: null,
        archivalGroupName: null,
        submissionText: null,
        bucket: 'workspace',
      }),
  },
  {
    title: 'moving a deposit to another group',
    before: open,
    request: (services, intent, depositId) =>
      describeDeposit(services, intent, { depositId, archivalGroup: 'letters/1912', submissionText: 'moved' }),
  },
  {
    title: 'activating a deposit',
    before: (services) => failedDeposit(services),
    request: (services, intent, depositId) => activateDeposit(services, intent, depositId),
  },
  {
    title: 'deactivating a deposit',
    before: async (services) => {
      const depositId = await failedDeposit(services);
      await activateDeposit(services, intentOf('ann'), depositId);
      return depositId;
    },
    request: (services, intent, depositId) => deactivateDeposit(services, intent, depositId),
  },
  {
    title: 'deleting a deposit',
    before: open,
    request: (services, intent, depositId) => deleteDeposit(services, intent, depositId),
  },
  {
    title: 'submitting an import',
    before: open,
    request: (services, intent, depositId) => submitImport(services, intent, submission(depositId)),
  },
  {
    title: 'publishing a first version',
    before: async (services) => (await runningImport(services, { committed: true })).jobId,
    request: (services, intent, jobId) => recordPublished(services, intent, { path: group, jobId, version: 1 }),
  },
  {
    title: 'abandoning the import of a new group',
    before: async (services) => (await runningImport(services, { committed: false })).jobId,
    request: (services, intent, jobId) =>
      abandonImport(services, intent, { path: group, jobId, epoch: 1, errors: [{ path: null, message: 'no' }] }),
  },
];

describe('a request that dies at any append', () => {
  let store: TemporaryBytes;
  before(async () => {
    store = await temporaryBytes();
  });
  after(() => store.close());

  const prepared = async (scenario: Scenario): Promise<{ readonly events: EventStore; readonly id: string }> => {
    const events = memoryEvents();
    await store.empty(REPOSITORY); // each log has a repository of its own
    return { events, id: await scenario.before(servicesOn(events, store.bytes)) };
  };

  for (const scenario of scenarios) {
    describe(`while ${scenario.title}`, () => {
      const dieEverywhere = async (
        afterwards: (services: Services, intent: Intent, id: string, whole: EventStore) => Promise<void>,
      ) => {
        const whole = await prepared(scenario);
        const counting = countingAppends(whole.events);
        const done = await scenario.request(servicesOn(counting.events, store.bytes), intentOf('ann'), whole.id);
        expect(done).to.have.property('ok');
        expect(counting.appends()).to.be.greaterThan(0);
        for (const point of crashPoints(counting.appends())) {
          const { events, id } = await prepared(scenario);
          const intent = intentOf('ann');
          const died: unknown = await scenario
            .request(servicesOn(dyingAt(events, point), store.bytes), intent, id)
            .catch((error: unknown) => error);
          expect(died, JSON.stringify(point)).to.be.instanceOf(Crash);
          await afterwards(servicesOn(events, store.bytes), intent, id, whole.events);
        }
      };

      it('is finished from the log, or was never begun', () =>
        dieEverywhere(async (services) => {
          await finishEverything(services);
          expect(await inconsistencies(services)).to.deep.equal([]);
        }));

      it('is carried out once when it comes again', () =>
        dieEverywhere(async (services, intent, id, whole) => {
          const again = await scenario.request(services, intent, id);
          expect(again).to.have.property('ok');
          await finishEverything(services);
          expect(await inconsistencies(services)).to.deep.equal([]);
          expect(await story(services.events)).to.deep.equal(await story(whole));
        }));
    });
  }

  it('leaves nothing to a second follower of the log', async () => {
    const services = servicesOn(memoryEvents(), store.bytes);
    await someImport(services);
    await finishEverything(services);
    const facts = (await logOf(services.events)).length;
    await finishEverything(servicesOn({ ...services.events }, store.bytes));
    expect(await logOf(services.events)).to.have.length(facts);
  });
});
