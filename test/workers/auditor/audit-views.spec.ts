import { expect } from 'chai';
import type { Position } from '../../../events/envelope.js';
import { auditViews } from '../../../workers/auditor/audit-views.js';
import type { AuditFinding } from '../../../workers/auditor/audit-finding.js';
import { appendNotes } from '../../support/facts/counts-view.js';
import { embeddedViewStores } from '../../support/embedded-view-stores.js';
import { openedForEach } from '../../support/platform/opened.js';

describe('an audit of the read models', () => {
  const on = openedForEach(embeddedViewStores);
  let findings: AuditFinding[];
  beforeEach(() => {
    findings = [];
  });

  /** A live generation with this checkpoint, as a projector leaves it that has consumed nothing. */
  const kept = async (position: Position, counts: boolean): Promise<void> => {
    const { documents } = on;
    const { lease } = (await documents.acquireLease('counts', 'ada', (await documents.register('counts')).lease))!;
    const generation = (await documents.beginGeneration('counts', lease.epoch, 1, null)).generations.at(-1)!;
    await documents.goLive('counts', lease.epoch, generation);
    const tally = { position, categories: [] };
    await documents.saveCheckpoint('counts', lease.epoch, generation, { position, ...(counts ? { tally } : {}) });
  };
  const audit = (): Promise<readonly string[]> =>
    auditViews({
      ...on,
      views: [{ name: 'counts', categories: ['note'] }],
      report: { found: (found) => void findings.push(...found), checked: () => undefined },
    });

  it('has nothing to judge where there is no read model yet', async () => {
    await appendNotes(on.events, ['ink']);
    expect({ uncounted: await audit(), findings }).to.deep.equal({ uncounted: [], findings: [] });
  });

  it('finds what a read model has not consumed, with both counts', async () => {
    await kept(await appendNotes(on.events, ['ink', 'paper']), true);
    expect(await audit()).to.deep.equal([]);
    expect(findings).to.deep.equal([
      {
        code: 'view-differs',
        group: null,
        key: '-',
        message: 'The read model counts has consumed 0 facts of category note, and the log has 2.',
        expected: '2 of note',
        found: '0 of note',
      },
    ]);
  });

  it('names a read model without a tally, and has no findings for it', async () => {
    await kept(await appendNotes(on.events, ['ink']), false);
    expect({ uncounted: await audit(), findings }).to.deep.equal({ uncounted: ['counts'], findings: [] });
  });
});
