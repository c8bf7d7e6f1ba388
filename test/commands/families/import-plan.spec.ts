import { expect } from 'chai';
import { readPlan, writePlan } from '../../../commands/import-plan/plan-stream.js';
import type { PlannedOperation } from '../../../events/import-plan.js';
import type { EventStore } from '../../../events/store.js';
import { faulty } from '../../support/faults/faulty.js';
import { intentOf, logOf, memoryEvents } from '../../support/command-bench.js';
import { operations } from '../processes/scenarios.js';

const on = (events: EventStore) => ({ events, producer: 'test' });
const collect = async (items: AsyncIterable<PlannedOperation>): Promise<PlannedOperation[]> => {
  const all: PlannedOperation[] = [];
  for await (const item of items) all.push(item);
  return all;
};
const many = Array.from({ length: 6000 }, (_, index): PlannedOperation => {
  const name = `${'ä'.repeat(60)}-${index}`;
  return {
    op: 'add-binary',
    path: `objects/${name}`,
    name,
    size: 10,
    sha256: 'a'.repeat(64),
    contentType: 'text/plain',
  };
});

describe('the plan of an import job', () => {
  it('is read as it was written, over many pages', async () => {
    const events = memoryEvents();
    const summary = await writePlan(on(events), intentOf('ann'), { jobId: 'j1', operations: many });
    expect(summary).to.include({ entries: 6000, bytes: 60_000 });
    expect(summary.pages).to.be.greaterThan(8);
    expect(await collect(readPlan(events, 'j1'))).to.deep.equal(many);
  });

  it('says how many files it adds, changes, deletes and renames', async () => {
    const plan = (['add-binary', 'add-binary', 'patch-binary', 'delete-binary', 'rename-binary'] as const).map(
      (op, index): PlannedOperation => ({ op, path: `objects/${index}` }),
    );
    const folders: PlannedOperation[] = [
      { op: 'add-container', path: 'objects' },
      { op: 'delete-container', path: 'old' },
    ];
    const { files } = await writePlan(on(memoryEvents()), intentOf('ann'), {
      jobId: 'j1',
      operations: [...folders, ...plan],
    });
    expect(files).to.deep.equal({ added: 2, changed: 1, deleted: 1, renamed: 1 });
  });

  it('may have nothing in it', async () => {
    const events = memoryEvents();
    await writePlan(on(events), intentOf('ann'), { jobId: 'j1', operations: [] });
    expect(await collect(readPlan(events, 'j1'))).to.deep.equal([]);
  });

  it('is refused when it is not closed', async () => {
    const events = memoryEvents();
    const withoutSummary = faulty(events, ({ method, args }, when) => {
      if (method === 'append' && when === 'before' && JSON.stringify(args[1]).includes('ImportPlanSealed'))
        throw new Error('crashed before closing');
    });
    const writing = writePlan(on(withoutSummary), intentOf('ann'), { jobId: 'j1', operations });
    expect(await writing.catch(String)).to.contain('crashed before closing');
    const fault: unknown = await collect(readPlan(events, 'j1')).catch((error: unknown) => error);
    expect(fault).to.include({ code: 'plan-broken' });
  });

  it('is refused when a page was lost', async () => {
    const events = memoryEvents();
    await writePlan(on(events), intentOf('ann'), { jobId: 'j1', operations: many });
    const first: EventStore['read'] = (name, options) => events.read(name, { ...options, from: 1n });
    const fault: unknown = await collect(readPlan({ ...events, read: first }, 'j1')).catch((error: unknown) => error);
    expect(fault).to.include({ code: 'plan-broken' });
  });

  it('is written once by concurrent writers of the same plan, and by one of two with different plans', async () => {
    const events = memoryEvents();
    const intent = intentOf('ann');
    const write = (planned: readonly PlannedOperation[]) =>
      writePlan(on(events), intent, { jobId: 'j1', operations: planned });
    const [first, same] = await Promise.all([write(operations), write(operations)]);
    expect(same).to.deep.equal(first);
    expect(await logOf(events)).to.have.length(2);
    const fault: unknown = await write(operations.slice(1)).catch((error: unknown) => error);
    expect(fault).to.include({ code: 'revision-conflict' });
  });
});
