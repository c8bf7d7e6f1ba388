import { expect } from 'chai';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import type { Intent } from '../../../commands/core/intent.js';
import { openIdentifiedDeposit } from '../../../commands/processes/deposits/open-identified-deposit.js';
import { readIdentityRecord } from '../../../formats/identity-records/identity-record.js';
import { IdentityServiceFault, type IdentityService } from '../../../formats/identity-records/identity-service.js';
import {
  dependenciesOn,
  emptyBytes,
  finishEverything,
  intentOf,
  logOf,
  memoryEvents,
  WORKSPACE,
} from '../../support/command-bench.js';
import { Crash, crashPoints, dyingAt } from '../../support/faults/crashes.js';
import { valueOf } from '../../support/value-of.js';
import { inconsistencies } from '../../support/oracle/inconsistencies.js';
import { failureOf } from '../../support/failure-of.js';

/** A service that has one record, which any identifier finds. */
const having = (record: object): IdentityService => {
  const found = valueOf(readIdentityRecord({ id: 'r1', ...record }));
  return { byId: () => Promise.resolve(found), matching: () => Promise.resolve([found]) };
};

const silent = (): Promise<never> =>
  Promise.reject(new IdentityServiceFault('identity-service-unavailable', 'It does not answer.'));

const BEFORE = having({ title: 'Letters', repositoryuri: 'letters/1911' });
const request = { schema: 'catirn', value: '4711', template: 'RootLevel', bucket: WORKSPACE } as const;

const open = (dependencies: Dependencies, intent: Intent, identityService: IdentityService) =>
  openIdentifiedDeposit(dependencies, intent, request, { identityService, groupOf: (uri) => uri });

/** A request with an idempotency key, which has the digest of its body. */
const keyed = (): Intent => intentOf('ann', undefined, 'f'.repeat(64));

describe('a deposit from an identity record', () => {
  const bytes = emptyBytes();
  const changes: readonly (readonly [string, IdentityService])[] = [
    ['is as it was', BEFORE],
    ['has another title', having({ title: 'Other letters', repositoryuri: 'letters/1911' })],
    ['has another group', having({ title: 'Letters', repositoryuri: 'letters/1912' })],
    ['has no group', having({ title: 'Letters' })],
  ];
  for (const [how, later] of changes)
    it(`is made once, wherever its process dies, when its request comes again and the record ${how}`, async () => {
      const alive = dyingAt(null);
      valueOf(await open(dependenciesOn(alive.through(memoryEvents()), alive.through(bytes)), keyed(), BEFORE));
      for (const point of crashPoints(alive.effects())) {
        const events = memoryEvents();
        const dependencies = dependenciesOn(events, bytes);
        const intent = keyed();
        const dying = dyingAt(point);
        const dies = open(dependenciesOn(dying.through(events), dying.through(bytes)), intent, BEFORE);
        const died: unknown = await failureOf(dies);
        expect(died).to.be.instanceOf(Crash);
        const again = valueOf(await open(dependencies, intent, later));
        await finishEverything(dependencies);
        expect(valueOf(await open(dependencies, intent, BEFORE)), JSON.stringify(point)).to.deep.equal(again);
        expect(await inconsistencies(dependencies)).to.deep.equal([]);
        expect((await logOf(events)).filter(({ type }) => type === 'DepositCreated')).to.have.length(1);
      }
    });

  it('is answered without a look-up once it is made', async () => {
    const dependencies = dependenciesOn(memoryEvents(), bytes);
    const intent = keyed();
    const made = valueOf(await open(dependencies, intent, BEFORE));
    const gone: IdentityService = { byId: silent, matching: silent };
    expect(valueOf(await open(dependencies, intent, gone))).to.deep.equal(made);
  });

  it('writes nothing where no record can be looked up', async () => {
    const events = memoryEvents();
    const fault: unknown = await failureOf(
      open(dependenciesOn(events, bytes), keyed(), { byId: silent, matching: silent }),
    );
    expect(fault).to.include({ code: 'identity-service-unavailable' });
    expect(await logOf(events)).to.deep.equal([]);
  });
});
