import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { depositingPage, replayDepositing, type ReplayedStep } from '../support/http/depositing-page.js';
import { lasting, type TypedStep } from '../support/http/replayed-page.js';
import { startTestPlatform, type TestPlatform } from '../support/platform/test-platform.js';

const TIMEOUT_MS = 90_000;

/** Where `.ci/upload-tools` has put them; empty where they are not installed. */
const folder = process.env['MUNIMENT_TEST_UPLOAD_TOOLS'] ?? '';

const RCLONE = 'rclone, with a bag';

const tools: readonly (readonly [heading: string, program: string])[] = [
  ['AWS CLI', 'aws'],
  ['boto3', 'python3'],
  [RCLONE, 'rclone'],
  ['s3cmd', 's3cmd'],
];

const KEPT = 'rclone, with two names that differ in their normal form';
const DROPPED = 'rclone, which drops one of them';

/** A folder with two names that differ in their Unicode normal form only, and a third. */
const twoForms = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'two-forms-'));
  for (const name of ['Café.txt'.normalize('NFC'), 'Café.txt'.normalize('NFD'), 'index.txt'])
    writeFileSync(join(made, name), `content of ${encodeURIComponent(name)}\n`);
  return made;
};

/** The recipe for rclone with another folder. */
const recipesFor = async (other: string): Promise<ReadonlyMap<string, readonly TypedStep[]>> => {
  const steps = (await depositingPage()).get(RCLONE) ?? [];
  const changed = (group: string): TypedStep[] =>
    steps.map(({ typed, answered }) => ({
      typed: typed.replace('open_deposit rclone ', `open_deposit ${group} `).replaceAll('"$FOLDER"', `"${other}"`),
      answered,
    }));
  const count = { typed: 'curl -s $RESULT | get .binariesAdded.length\n', answered: '4' };
  const refused = { typed: 'preserve || echo refused\n', answered: null };
  return new Map([
    [KEPT, [...changed('rclone-kept'), count]],
    [
      DROPPED,
      [
        ...changed('rclone-dropped').map((step) => ({
          ...step,
          typed: step.typed.replaceAll(' --no-unicode-normalization', ''),
        })),
        refused,
      ],
    ],
  ]);
};

const isThere = (program: string): boolean => folder !== '' && existsSync(join(folder, program));

describe('the page on depositing, with the tools of others: MUNIMENT_TEST_UPLOAD_TOOLS', () => {
  let platform: TestPlatform | undefined;
  let answered: ReadonlyMap<string, readonly ReplayedStep[]> = new Map();
  let odd = '';
  before(async () => {
    odd = twoForms();
    const headings = tools.filter(([, program]) => isThere(program)).map(([heading]) => heading);
    if (headings.length === 0) return;
    platform = await startTestPlatform();
    const path = [folder, process.execPath.replace(/\/[^/]*$/, ''), process.env['PATH'] ?? ''].join(':');
    const added = await recipesFor(odd);
    if (isThere('rclone')) headings.push(...added.keys());
    answered = await replayDepositing(platform, headings, { path, timeoutMs: TIMEOUT_MS, added });
  });
  after(async () => {
    rmSync(odd, { recursive: true });
    await platform?.remove();
  });

  for (const [heading, program] of tools)
    it(`shows what is answered to what it types: ${heading}`, function () {
      if (!isThere(program)) this.skip();
      const shown = (answered.get(heading) ?? []).filter((step) => step.answered !== null);
      expect(shown).to.not.deep.equal([]);
      for (const { typed, answered: told, here } of shown) expect(lasting(here), typed).to.equal(lasting(told ?? ''));
    });

  it('uploads and preserves both of two names that differ in their normal form only: rclone', function () {
    if (!isThere('rclone') || readdirSync(odd).length < 3) this.skip();
    for (const { typed, answered: told, here } of answered.get(KEPT) ?? [])
      expect(lasting(here), typed).to.equal(lasting(told ?? ''));
  });

  it('says that a file was dropped on the way, and preserves nothing: rclone', function () {
    if (!isThere('rclone') || readdirSync(odd).length < 3) this.skip();
    const [recorded = '', preserved = ''] = (answered.get(DROPPED) ?? []).map(({ here }) => here);
    expect(recorded).to.contain('Café.txt'.normalize('NFC')).and.not.contain('completed');
    expect(preserved).to.match(/different digests[^]*\nrefused\n$/);
  });
});
