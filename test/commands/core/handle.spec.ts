import { expect } from 'chai';
import { descriptionOf } from '../../../events/deposit-description.js';
import { deposit } from '../../../commands/deposit/decider.js';
import { fold } from '../../../commands/core/fold.js';
import { recentCommands } from '../../../commands/core/recent-commands.js';
import { handle } from '../../../commands/core/handle.js';
import { depositStream } from '../../../commands/deposit/deposit-stream.js';
import type { DepositFact } from '../../../events/deposit.js';
import { EventStoreFault, RevisionConflict, type EventStore } from '../../../events/store.js';
import { faulty } from '../../support/faults/faulty.js';
import { intentOf, logOf, memoryEvents } from '../../support/command-bench.js';
import { failureOf } from '../../support/failure-of.js';

const at = '2026-05-04T12:00:00.0000000Z';
const stream = depositStream('d1');
const beginning = {
  depositId: 'd1',
  template: 'None',
  archivalGroup: null,
  ...descriptionOf({}),
  files: { bucket: 'workspace', prefix: 'deposits/d1/' },
} as const;
const asked = { depositId: 'd1', by: 'ann', at } as const;
const create = {
  decider: deposit,
  stream,
  command: { type: 'CreateDeposit', beginning, admission: null, ...asked },
} as const;
const describing = (text: string) =>
  ({ decider: deposit, stream, command: { type: 'DescribeDeposit', submissionText: text, ...asked } }) as const;
const lock = { decider: deposit, stream, command: { type: 'LockDeposit', force: false, ...asked } } as const;

const on = (events: EventStore) => ({ events, producer: 'test' });
const failing = (events: EventStore, times: number, moment: 'before' | 'after', fault: Error) => {
  let left = times;
  return faulty(events, ({ method }, when) => {
    if (method === 'append' && when === moment && left-- > 0) throw fault;
  });
};
const lost = () => new EventStoreFault('outcome-unknown', 'the reply was lost');

describe('carrying out a command', () => {
  let events: EventStore;
  beforeEach(async () => {
    events = memoryEvents();
    await handle(on(events), intentOf('ann'), create);
  });

  it('writes its facts with their cause', async () => {
    const intent = intentOf('ann');
    const outcome = await handle(on(events), intent, describing('one'));
    const [, fact] = await logOf(events);
    expect(outcome).to.have.property('position', fact?.position);
    expect(fact?.metadata).to.include({ commandId: intent.commandId, $causationId: intent.commandId, schema: 1 });
  });

  it('writes no fact with a time before that of the fact before it, whatever the clock says', async () => {
    const behind = '2026-05-04T11:50:00.0000000Z';
    const command = { ...lock.command, at: behind };
    await handle(on(events), { ...intentOf('ann'), at: behind }, { ...lock, command });
    const [created, locked] = await logOf(events);
    expect(created?.metadata.occurredAt).to.equal(at);
    expect(locked?.metadata.occurredAt).to.equal(at);
    expect(locked?.data).to.include({ at });
  });

  it('answers a repeat with the facts of the first time', async () => {
    const intent = intentOf('ann');
    const first = await handle(on(events), intent, describing('one'));
    await handle(on(events), intentOf('ann'), describing('two'));
    const again = await handle(on(events), intent, describing('one'));
    expect(again.ok && again.value[0]?.id).to.equal(first.ok && first.value[0]?.id);
    expect(await logOf(events)).to.have.length(3);
  });

  it('refuses the same id with another command', async () => {
    const intent = intentOf('ann');
    await handle(on(events), intent, describing('one'));
    const other = await handle(on(events), intent, describing('two'));
    expect(!other.ok && other.refusal.code).to.equal('idempotency-key-reused');
  });

  it('goes by the digest of the request where there is one', async () => {
    await handle(on(events), intentOf('ann', 'c1', 'aa'), describing('one'));
    const same = await handle(on(events), intentOf('ann', 'c1', 'aa'), describing('two'));
    const other = await handle(on(events), intentOf('ann', 'c1', 'bb'), describing('one'));
    expect(same).to.have.property('value');
    expect(!other.ok && other.refusal.code).to.equal('idempotency-key-reused');
  });

  it('writes nothing for a refusal', async () => {
    await handle(on(events), intentOf('bob'), { ...lock, command: { ...lock.command, by: 'bob' } });
    const outcome = await handle(on(events), intentOf('ann'), lock);
    expect(!outcome.ok && outcome.refusal).to.deep.include({
      code: 'deposit-locked',
      holder: { what: 'lock', by: 'bob', since: at },
    });
    expect(await logOf(events)).to.have.length(2);
  });

  for (const moment of ['before', 'after'] as const)
    it(`repeats an append of which nothing is known, lost ${moment} it took effect`, async () => {
      const outcome = await handle(on(failing(events, 3, moment, lost())), intentOf('ann'), describing('one'));
      expect(outcome).to.have.property('value').with.length(1);
      expect(await logOf(events)).to.have.length(2);
    });

  it('rejects with the unknown result of an append after the timeout, and a repeat by the caller writes it once', async () => {
    const intent = intentOf('ann');
    const flaky = failing(events, Infinity, 'after', lost());
    const fault: unknown = await failureOf(handle(on(flaky), intent, { ...describing('one'), patienceMs: 20 }));
    expect(fault).to.include({ code: 'outcome-unknown' });
    expect(await handle(on(events), intent, describing('one')))
      .to.have.property('value')
      .with.length(1);
    expect(await logOf(events)).to.have.length(2);
  });

  it('decides again after a concurrent append', async () => {
    let rivals = 2;
    const contended = faulty(events, async ({ method }, moment) => {
      if (method === 'append' && moment === 'before' && rivals-- > 0)
        await handle(on(events), intentOf('bob'), describing(`rival ${rivals}`));
    });
    const outcome = await handle(on(contended), intentOf('ann'), describing('mine'));
    expect(outcome).to.have.property('value').with.length(1);
    const log = (await logOf(events)) as unknown as DepositFact[];
    expect(log.at(-1)?.data).to.include({ submissionText: 'mine' });
    expect(log).to.have.length(4);
  });

  it('decides on what the caller has folded, and reads nothing', async () => {
    const known = await fold(events, deposit, stream);
    const deaf = faulty(events, ({ method }) => {
      if (method === 'read') throw new Error('read');
    });
    expect(await handle(on(deaf), intentOf('ann'), { ...describing('one'), known })).to.have.property('ok', true);
    expect((await logOf(events)).at(-1)?.data).to.include({ submissionText: 'one' });
  });

  it('decides again where the stream went on since the caller folded it', async () => {
    const known = await fold(events, deposit, stream);
    await handle(on(events), intentOf('ann'), lock);
    const command = { ...describing('one').command, by: 'bob' };
    const outcome = await handle(on(events), intentOf('bob'), { ...describing('one'), command, known });
    expect(!outcome.ok && outcome.refusal.code).to.equal('deposit-locked');
    expect(await logOf(events)).to.have.length(2);
  });

  it('answers a repeat of what was written since the caller folded the stream', async () => {
    const known = { ...(await fold(events, deposit, stream)), commands: recentCommands() };
    const intent = intentOf('ann');
    const first = await handle(on(events), intent, describing('one'));
    const again = await handle(on(events), intent, { ...describing('one'), known });
    expect(again.ok && again.value[0]?.id).to.equal(first.ok && first.value[0]?.id);
  });

  it('gives up on a stream that others never leave alone', async () => {
    const contended = faulty(events, async ({ method, number }, moment) => {
      if (method === 'append' && moment === 'before')
        await handle(on(events), intentOf('bob'), describing(`rival ${number}`));
    });
    const fault: unknown = await handle(on(contended), intentOf('ann'), {
      ...describing('mine'),
      patienceMs: 30,
    }).catch((error: unknown) => error);
    expect(fault).to.include({ code: 'store-unavailable' });
  });

  it('decides once for a caller that names a revision', async () => {
    await handle(on(events), intentOf('bob'), describing('rival'));
    const fault: unknown = await failureOf(
      handle(on(events), intentOf('ann'), { ...describing('mine'), ifRevision: 0n }),
    );
    expect(fault).to.be.instanceOf(RevisionConflict);
    expect(await handle(on(events), intentOf('ann'), { ...describing('mine'), ifRevision: 1n })).to.have.property(
      'value',
    );
  });

  it('rejects with every other fault immediately', async () => {
    const full = failing(events, 1, 'before', new EventStoreFault('store-full', 'no room'));
    const fault: unknown = await handle(on(full), intentOf('ann'), describing('one')).catch((error: unknown) => error);
    expect(fault).to.include({ code: 'store-full' });
  });
});
