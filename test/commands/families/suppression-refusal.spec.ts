import { expect } from 'chai';
import type { PlannedOperation } from '../../../events/import-plan.js';
import { suppressionRefusal } from '../../../commands/archival-group/checks.js';

const patchOf = (path: string): PlannedOperation => ({ op: 'patch-binary', path });
const asked = { suppressActivityStreamEvent: true };

describe('An activity stream event', () => {
  it('may be suppressed for a patch of the METS alone', () => {
    expect(suppressionRefusal(asked, true, [patchOf('mets.xml')])).to.equal(null);
    expect(suppressionRefusal(asked, true, [patchOf('my-METS.xml')])).to.equal(null);
  });

  it('is never suppressed while the feature flag is off, and that is said first', () => {
    for (const operations of [[patchOf('mets.xml')], [patchOf('objects/a')]])
      expect(suppressionRefusal(asked, false, operations)?.detail).to.match(/EnableMetsIdNormalisation, which is off/);
  });

  const others: readonly (readonly [string, readonly PlannedOperation[]])[] = [
    ['another file', [patchOf('objects/a')]],
    ['a file like a METS that is not in the root', [patchOf('objects/mets.xml')]],
    ['a new METS', [{ op: 'add-binary', path: 'mets.xml' }]],
    ['the METS and another file', [patchOf('mets.xml'), patchOf('objects/a')]],
    ['the METS twice', [patchOf('mets.xml'), patchOf('mets.xml')]],
    ['the METS and a new name', [patchOf('mets.xml'), { op: 'rename-binary', path: 'objects/a', name: 'b' }]],
    ['nothing', []],
  ];
  for (const [what, operations] of others)
    it(`is not suppressed for ${what}`, () =>
      expect(suppressionRefusal(asked, true, operations)?.detail).to.match(/only for a job that patches a METS file/));

  it('is not refused where it is not requested', () => {
    const job = { suppressActivityStreamEvent: false };
    expect(suppressionRefusal(job, false, [patchOf('objects/a')])).to.equal(null);
  });
});
