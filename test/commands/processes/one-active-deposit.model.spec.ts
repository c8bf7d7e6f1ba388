import { expect } from 'chai';
import fc from 'fast-check';
import { descriptionOf } from '../../../events/deposit-description.js';
import { activateDeposit, deactivateDeposit } from '../../../commands/processes/deposits/activate-deposit.js';
import { deleteDeposit } from '../../../commands/processes/deposits/delete-deposit.js';
import { describeDeposit } from '../../../commands/processes/deposits/describe-deposit.js';
import { openDeposit } from '../../../commands/processes/deposits/open-deposit.js';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import type { EventStore } from '../../../events/store.js';
import {
  finishEverything,
  intentOf,
  memoryEvents,
  dependenciesOn,
  temporaryBytes,
} from '../../support/command-bench.js';
import { atRandom, interleave, type Process } from '../../support/scheduling/interleaving.js';
import { inconsistencies } from '../../support/oracle/inconsistencies.js';
import { failedDeposit, group, newDeposit } from './scenarios.js';
import { atDepth } from '../../support/random/depth.js';
import { openedOnce } from '../../support/platform/opened.js';

const other = 'letters/1912';

/** What someone asks for, about one of the deposits there are. */
const request = fc.record({
  kind: fc.constantFrom('open', 'activate', 'deactivate', 'delete', 'move', 'move back', 'follow the log'),
  deposit: fc.nat({ max: 2 }),
});
type Request = typeof request extends fc.Arbitrary<infer T> ? T : never;

describe('a group has at most one active deposit, and its ledger knows which', () => {
  const store = openedOnce(temporaryBytes);

  const on = (events: EventStore): Dependencies => dependenciesOn(events, store.bytes);

  const processOf = ({ kind, deposit }: Request, deposits: readonly string[]): Process => {
    const depositId = deposits[deposit] ?? '';
    const intent = intentOf('ann');
    const wanted = { template: 'None', archivalGroup: group, ...descriptionOf({}) } as const;
    return (events) => {
      switch (kind) {
        case 'open':
          return openDeposit(on(events), intent, { ...wanted, bucket: 'workspace' });
        case 'activate':
          return activateDeposit(on(events), intent, depositId);
        case 'deactivate':
          return deactivateDeposit(on(events), intent, depositId);
        case 'delete':
          return deleteDeposit(on(events), intent, depositId);
        case 'move':
          return describeDeposit(on(events), intent, { depositId, archivalGroup: other });
        case 'move back':
          return describeDeposit(on(events), intent, { depositId, archivalGroup: group });
        default:
          return finishEverything(on(events));
      }
    };
  };

  it('whatever is asked at once, in whatever order, with two crashes', async () => {
    const property = fc.asyncProperty(
      fc.array(request, { minLength: 2, maxLength: 5 }),
      fc.nat(),
      fc.boolean(),
      async (asked, seed, activeFirst) => {
        const events = memoryEvents();
        const dependencies = on(events);
        const failed = await failedDeposit(dependencies);
        const second = await newDeposit(dependencies, other);
        const third = await newDeposit(dependencies, null);
        if (activeFirst) await activateDeposit(dependencies, intentOf('ann'), failed);
        const deposits = [failed, second.depositId, third.depositId];
        await interleave(
          events,
          asked.map((each) => processOf(each, deposits)),
          { choose: atRandom(seed), kills: 2 },
        );
        await finishEverything(dependencies);
        expect(await inconsistencies(dependencies)).to.deep.equal([]);
        await events.close();
      },
    );
    await fc.assert(property, { numRuns: atDepth(80) });
  });
});
