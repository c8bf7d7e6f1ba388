import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { replayDepositing, type ReplayedStep } from '../support/http/depositing-page.js';
import { lasting } from '../support/http/replayed-page.js';
import { startTestPlatform, type TestPlatform } from '../support/test-platform.js';

const TIMEOUT_MS = 90_000;

/** Where `.ci/upload-tools` has put them; empty where they are not installed. */
const folder = process.env['MUNIMENT_TEST_UPLOAD_TOOLS'] ?? '';

const tools: readonly (readonly [heading: string, program: string])[] = [
  ['AWS CLI', 'aws'],
  ['boto3', 'python3'],
  ['rclone, with a bag', 'rclone'],
  ['s3cmd', 's3cmd'],
];

const isThere = (program: string): boolean => folder !== '' && existsSync(join(folder, program));

describe('the page on depositing, with the tools of others: MUNIMENT_TEST_UPLOAD_TOOLS', () => {
  let platform: TestPlatform | undefined;
  let answered: ReadonlyMap<string, readonly ReplayedStep[]> = new Map();
  before(async () => {
    const headings = tools.filter(([, program]) => isThere(program)).map(([heading]) => heading);
    if (headings.length === 0) return;
    platform = await startTestPlatform();
    const path = [folder, process.execPath.replace(/\/[^/]*$/, ''), process.env['PATH'] ?? ''].join(':');
    answered = await replayDepositing(platform, headings, { path, timeoutMs: TIMEOUT_MS });
  });
  after(() => platform?.remove());

  for (const [heading, program] of tools)
    it(`shows what is answered to what it types: ${heading}`, function () {
      if (!isThere(program)) this.skip();
      const shown = (answered.get(heading) ?? []).filter((step) => step.answered !== null);
      expect(shown).to.not.deep.equal([]);
      for (const { typed, answered: told, here } of shown) expect(lasting(here), typed).to.equal(lasting(told ?? ''));
    });
});
