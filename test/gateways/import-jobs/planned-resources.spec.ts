import { expect } from 'chai';
import type { PlannedOperation } from '../../../events/import-plan.js';
import { emptyGroup, type BinaryRecord, type GroupState } from '../../../formats/group-state/group-state.js';
import { renderPlan } from '../../../gateways/rendering/planned-resources.js';

const around = { base: 'https://x', archivalGroup: 'box/group', existing: null, files: null };
const binary: PlannedOperation = { op: 'add-binary', path: 'a', origin: { bucket: 'work', key: 'deposits/d/a' } };

describe('the resources of a plan', () => {
  it('have a size of 0 where nobody knows it', async () =>
    expect((await renderPlan([binary], around))['add-binary'][0]).to.include({ size: 0, digest: null }));

  it('have the last name of their path when they go and never had another', async () => {
    const written = {
      created: '2026-11-21T06:00:00Z',
      createdBy: null,
      modified: '2026-11-21T06:00:00Z',
      modifiedBy: null,
    };
    const gone: BinaryRecord = {
      type: 'Binary',
      path: 'b/a',
      name: null,
      ...written,
      contentType: null,
      size: 1,
      sha256: null,
    };
    const state: GroupState = {
      ...emptyGroup('G'),
      containers: new Map([['b', { ...written, type: 'Container', path: 'b', name: null }]]),
      binaries: new Map([[gone.path, gone]]),
    };
    const existing = { state, originOf: () => undefined };
    const operations = [
      { op: 'delete-binary', path: 'b/a' },
      { op: 'delete-container', path: 'b' },
    ] as const;
    const plan = await renderPlan(operations, { ...around, existing });
    expect(plan['delete-binary'][0]).to.include({ name: 'a' });
    expect(plan['delete-container'][0]).to.include({ name: 'b' });
  });

  it('are called as the repository records them, without line breaks', async () => {
    const name = 'two\r\nlines';
    const plan = await renderPlan(
      [
        { ...binary, name },
        { op: 'rename-container', path: 'b', name },
      ],
      around,
    );
    for (const list of [plan['add-binary'], plan['rename-container']])
      expect(list[0]).to.include({ name: 'two - lines' });
  });
});
