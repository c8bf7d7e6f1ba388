import { join } from 'node:path';
import { expect } from 'chai';
import { depositingPage, replayDepositing, type ReplayedStep } from '../../support/http/depositing-page.js';
import { lasting } from '../../support/http/replayed-page.js';
import { projectRoot } from '../../support/project-root.js';
import { startTestPlatform } from '../../support/platform/test-platform.js';
import { openedOnce } from '../../support/platform/opened.js';

const TIMEOUT_MS = 60_000;
const IDENTIFIER = 'From an identifier';
const environment = { MUNIMENT_IDENTITY_RECORDS: join(projectRoot, 'samples/identity-records.json') };
/** The sections that need no tool but curl and Node. */
const OTHERS = [
  'Exporting a version',
  'Getting a version back',
  'Presigned URLs',
  'Files in parts',
  'Bytes of one file',
  'Keys for one deposit',
  'TypeScript',
  'Containers',
  IDENTIFIER,
];

describe('the page on depositing', () => {
  const platform = openedOnce(
    () => startTestPlatform({ environment }),
    (each) => each.remove(),
  );
  let answered: ReadonlyMap<string, readonly ReplayedStep[]>;
  before(async () => {
    const path = `${process.execPath.replace(/\/[^/]*$/, '')}:${process.env['PATH'] ?? ''}`;
    answered = await replayDepositing(platform, OTHERS, { path, timeoutMs: TIMEOUT_MS });
  });

  for (const heading of ['A deposit with curl', ...OTHERS])
    it(`shows what is answered to what it types: ${heading}`, () => {
      const shown = (answered.get(heading) ?? []).filter((step) => step.answered !== null);
      expect(shown).to.not.deep.equal([]);
      for (const { typed, answered: told, here } of shown) expect(lasting(here), typed).to.equal(lasting(told ?? ''));
    });

  it('has a section of each tool that it names', async () => {
    const headings = [...(await depositingPage()).keys()];
    expect(headings).to.include.members([
      'AWS CLI',
      'boto3',
      'rclone, with a bag',
      's3cmd',
      'TypeScript',
      IDENTIFIER,
      'Names',
    ]);
  });
});
