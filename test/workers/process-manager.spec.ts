import { expect } from 'chai';
import { openSharedRecords } from '../../infra/embedded/shared-records.js';
import type { RecordedFact } from '../../events/envelope.js';
import type { UnfinishedProcesses } from '../../commands/processes/unfinished-processes.js';
import { processManager } from '../../workers/process-manager.js';
import { until } from '../support/scheduling/until.js';
import { identityOf, note, openLog, silent, textOf } from './support/log-of-facts.js';
import { openedForEach } from '../support/platform/opened.js';

/** Every note is a process; one that says `finished x` ends the process of the note x. */
const notesOf = (): UnfinishedProcesses => {
  const open = new Map<string, RecordedFact>();
  return {
    observe: (fact) => {
      if (!open.delete(textOf(fact).replace('finished ', ''))) open.set(textOf(fact), fact);
    },
    facts: () => [...open.values()],
  };
};

describe('the process manager', () => {
  const events = openedForEach(openLog);
  const records = openedForEach(() => openSharedRecords(':memory:'));

  const start = (continueFrom: (fact: RecordedFact) => Promise<void>, holder = 'one') =>
    processManager({
      events,
      records,
      processes: { continueFrom, unfinished: notesOf },
      identity: identityOf(holder),
      log: silent,
    });

  it('continues the process of every fact, and completes those that it received before a restart', async () => {
    await note(events, 'deposit-1', 'a');
    const continued: string[] = [];
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const first = await start(() => held);
    const second = await start((fact) => Promise.resolve(void continued.push(textOf(fact))), 'two');
    await second.reached(await note(events, 'deposit-2', 'b'));
    await second.stop();
    release();
    await first.stop();
    expect(continued).to.deep.equal(['a', 'b']);
  });

  it('tries a follow-up again until it is made, while the later facts of its stream wait and other streams go on', async () => {
    for (const [stream, text] of [
      ['deposit-1', 'a1'],
      ['deposit-1', 'a2'],
      ['deposit-2', 'b1'],
    ] as const)
      await note(events, stream, text);
    const continued: string[] = [];
    let failures = 2;
    const follower = await start((fact) => {
      if (textOf(fact) === 'a1' && failures-- > 0) return Promise.reject(new Error('store away'));
      return Promise.resolve(void continued.push(textOf(fact)));
    });
    await follower.reached((await events.head())!);
    await follower.stop();
    expect(continued).to.deep.equal(['b1', 'a1', 'a2']);
  });

  it('continues only what the log does not show to be finished, where it has lost its place, then all that comes', async () => {
    for (const text of ['a', 'b', 'finished a', 'c', 'finished c', 'd']) await note(events, `deposit-${text}`, text);
    const continued: string[] = [];
    const first = await start((fact) => Promise.resolve(void continued.push(textOf(fact))));
    await first.reached(await note(events, 'deposit-1', 'later'));
    await first.stop();
    expect(continued).to.deep.equal(['b', 'd', 'later']);
    const second = await start((fact) => Promise.resolve(void continued.push(textOf(fact))), 'two');
    await second.reached((await events.head())!);
    await second.stop();
    expect(continued).to.deep.equal(['b', 'd', 'later']);
  });

  it('does not hold up what comes for an old process that it cannot continue, nor forgets that one', async () => {
    for (const text of ['stuck', 'b', 'finished b']) await note(events, `deposit-${text}`, text);
    const continued: string[] = [];
    const first = await start((fact) => {
      if (textOf(fact) === 'stuck') return Promise.reject(new Error('a fault of the program'));
      return Promise.resolve(void continued.push(textOf(fact)));
    });
    await note(events, 'deposit-1', 'later');
    await until('the other stream went on', () => continued.includes('later'));
    await first.stop();
    const second = await start((fact) => Promise.resolve(void continued.push(textOf(fact))), 'two');
    await second.reached((await events.head())!);
    await second.stop();
    expect(continued).to.include('stuck');
    expect(continued).not.to.include('b');
  });

  it('remembers no place behind a process that it could not continue', async () => {
    await note(events, 'deposit-1', 'stuck');
    await note(events, 'deposit-2', 'fine');
    let done = 0;
    const first = await start((fact) => {
      if (textOf(fact) === 'stuck') return Promise.reject(new Error('a fault of the program'));
      done++;
      return Promise.resolve();
    });
    await until('the other stream went on', () => done === 1);
    await first.stop();
    const continued: string[] = [];
    const repaired = await start((fact) => Promise.resolve(void continued.push(textOf(fact))), 'two');
    await repaired.reached((await events.head())!);
    await repaired.stop();
    expect(continued).to.include('stuck');
  });
});
