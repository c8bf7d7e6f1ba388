import { expect } from 'chai';
import { descriptionOf } from '../../../events/deposit-description.js';
import { activateDeposit } from '../../../commands/processes/deposits/activate-deposit.js';
import { describeDeposit } from '../../../commands/processes/deposits/describe-deposit.js';
import { openDeposit } from '../../../commands/processes/deposits/open-deposit.js';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import { submitImport } from '../../../commands/processes/imports/submit-import.js';
import {
  intentOf,
  logOf,
  memoryEvents,
  dependenciesOn,
  temporaryBytes,
  REPOSITORY,
  WORKSPACE,
} from '../../support/command-bench.js';
import { group, newDeposit, someImport, submission } from './scenarios.js';
import { valueOf } from '../../support/value-of.js';
import { publish } from '../workspace/published-group.js';
import { openedOnce } from '../../support/platform/opened.js';

describe('choosing an archival group for a deposit', () => {
  let dependencies: Dependencies;
  const store = openedOnce(temporaryBytes);
  beforeEach(async () => {
    await store.empty(REPOSITORY);
    dependencies = dependenciesOn(memoryEvents(), store.bytes);
  });
  const wanted = (archivalGroup: string) => {
    return {
      template: 'None',
      archivalGroup,
      ...descriptionOf({}),
      bucket: WORKSPACE,
    } as const;
  };

  it('is refused where a container exists', async () => {
    await someImport(dependencies);
    const settled = await openDeposit(dependencies, intentOf('ann'), wanted('letters'));
    expect(settled).to.deep.include({
      refusal: {
        code: 'not-an-archival-group',
        detail: 'The resource at letters is a Container, not an ArchivalGroup',
      },
    });
  });

  it('is refused under a name that XML cannot carry, before anything is written', async () => {
    const named = (archivalGroupName: string) => ({ ...wanted(group), archivalGroupName });
    const refused = (settled: unknown) => expect(settled).to.have.nested.property('refusal.code', 'name-unwritable');
    for (const character of ['\u0000', '\u000b', '\ufffe']) {
      refused(await openDeposit(dependencies, intentOf('ann'), named(`Letters${character}`)));
    }
    expect(await logOf(dependencies.events)).to.deep.equal([]);
    const { depositId } = valueOf(await openDeposit(dependencies, intentOf('ann'), named('Letters')));
    refused(await describeDeposit(dependencies, intentOf('ann'), { depositId, archivalGroupName: 'A\u000b' }));
    const { request, ...job } = submission(depositId);
    const unnamed = { ...job, request: { ...request, archivalGroupName: 'Letters\u000b' } };
    refused(await submitImport(dependencies, intentOf('ann'), unnamed));
  });

  it('is refused where the group above has something', async () => {
    await publish(store, dependencies, { 'objects/a.txt': 'abc' });
    for (const [path, type] of [
      ['objects/a.txt', 'Binary'],
      ['objects', 'Container'],
    ] as const)
      expect(await openDeposit(dependencies, intentOf('ann'), wanted(`${group}/${path}`))).to.have.nested.property(
        'refusal.detail',
        `The resource at ${group}/${path} is a ${type}, not an ArchivalGroup`,
      );
  });

  it('is refused while another deposit is active for it, which is named', async () => {
    const { depositId, created } = await newDeposit(dependencies, group);
    const settled = await openDeposit(dependencies, intentOf('bob'), wanted(group));
    expect(settled).to.have.nested.property('refusal.code', 'deposit-active-elsewhere');
    expect(settled).to.deep.nested.include({
      'refusal.holder': { what: `deposit ${depositId}`, by: 'ann', since: created },
    });
  });

  it('admits one of two concurrent requests', async () => {
    const both = await Promise.all(
      ['ann', 'bob'].map((agent) => openDeposit(dependencies, intentOf(agent), wanted(group))),
    );
    expect(both.filter((each) => each.ok)).to.have.length(1);
  });

  it('does not mistake another request with the same key for a repeat', async () => {
    const intent = intentOf('ann', 'key-1');
    valueOf(await openDeposit(dependencies, intent, wanted(group)));
    expect(await openDeposit(dependencies, intent, wanted(group))).to.have.property('ok');
    for (const other of [wanted('elsewhere'), { ...wanted(group), template: 'BagIt' as const }])
      expect(await openDeposit(dependencies, intent, other)).to.have.nested.property(
        'refusal.code',
        'idempotency-key-reused',
      );
  });

  it('can be changed later, which frees the old one', async () => {
    const { depositId } = await newDeposit(dependencies, group);
    const moved = valueOf(
      await describeDeposit(dependencies, intentOf('ann'), {
        depositId,
        archivalGroup: 'letters/1912',
        submissionText: ' ',
      }),
    );
    expect(moved).to.include({ archivalGroup: 'letters/1912', submissionText: null, active: true });
    expect(await openDeposit(dependencies, intentOf('bob'), wanted(group))).to.have.property('ok');
    const back = await describeDeposit(dependencies, intentOf('ann'), { depositId, archivalGroup: group });
    expect(back).to.have.nested.property('refusal.code', 'deposit-active-elsewhere');
  });

  it('keeps an active deposit active when it is activated', async () => {
    const { depositId } = await newDeposit(dependencies, group);
    const facts = await logOf(dependencies.events);
    valueOf(await activateDeposit(dependencies, intentOf('ann'), depositId));
    expect(await logOf(dependencies.events)).to.have.length(facts.length);
  });
});
