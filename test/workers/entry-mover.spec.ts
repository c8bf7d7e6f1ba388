import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import { useFakeTimers } from 'sinon';
import { earlierStream } from '../../commands/container/earlier-container.js';
import { firstUnmoved } from '../../commands/container/move-entries.js';
import { propose } from '../../commands/core/handle.js';
import type { ContainerFact } from '../../events/container.js';
import { openSharedRecords } from '../../infra/embedded/shared-records.js';
import { entryMover } from '../../workers/entry-mover.js';
import { dependenciesOn, emptyBytes, intentOf, logOf, memoryEvents } from '../support/command-bench.js';
import { until } from '../support/scheduling/until.js';

const unheard = (): void => undefined;
const silent = { error: unheard, warn: unheard, info: unheard, debug: unheard };

describe('the mover of entries', () => {
  it('moves every container of an earlier version once, and marks that none is left', async () => {
    const events = memoryEvents();
    const records = openSharedRecords(':memory:');
    const { at } = intentOf('ann');
    const ann = { by: 'ann', at };
    const write = (path: string, facts: readonly ContainerFact[]) =>
      events.append(
        earlierStream(path),
        propose({ producer: '0.1.0' }, intentOf('ann'), { command: { type: 'x', ...ann }, facts, expected: 'none' }),
        'none',
      );
    const child = (path: string, name: string): ContainerFact => ({
      type: 'ChildReserved',
      data: { path, name, kind: 'container', displayName: null, jobId: null, ...ann },
    });
    const created = (path: string): ContainerFact => ({
      type: 'ContainerCreated',
      data: { path, displayName: null, ...ann },
    });
    await write('', [child('', 'a')]);
    await write('a', [created('a'), child('a', 'b')]);
    await write('a/b', [created('a/b')]);
    const run = async (): Promise<void> => {
      const mover = entryMover({ dependencies: dependenciesOn(events, emptyBytes()), records, log: silent });
      await until('all are moved', async () => (await records.read('mark/entries-moved')) !== null);
      await mover.stop();
    };
    await run();
    expect(await firstUnmoved(events, 'a/b')).to.equal(null);
    const log = await logOf(events);
    expect(log.filter(({ type }) => type === 'ChildEntryMoved')).to.have.length(2);
    await run();
    expect(await logOf(events)).to.have.length(log.length);
    await records.close();
    await events.close();
  });

  it('looks no more in a process that knows that all are moved', async () => {
    const clock = useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const events = memoryEvents();
    const records = openSharedRecords(':memory:');
    try {
      await records.write('mark/entries-moved', true, null);
      let looks = 0;
      const counted: typeof records = {
        ...records,
        read: async (name) => {
          looks += 1;
          return records.read(name);
        },
      };
      const dependencies = dependenciesOn(events, emptyBytes());
      const mover = entryMover({ dependencies, records: counted, log: silent });
      await setImmediate();
      await clock.tickAsync(10 * 60_000);
      await mover.stop();
      expect(looks).to.equal(1);
    } finally {
      clock.restore();
      await records.close();
      await events.close();
    }
  });
});
