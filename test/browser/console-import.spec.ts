import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { openChromium } from '../support/browser/chromium.js';
import { expectNoFault, leave, openConsolePage, type ConsolePage } from '../support/browser/console-page.js';
import { callOn } from '../support/http/call-on.js';
import type { Restartable } from '../support/processes/restartable.js';
import { sha256Of } from '../support/sha256.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { depositsAt, HOSTILE_NAMES, killablePlatform, openConsole, type OpenedConsole } from './console.js';

describe('imports, jobs and runs of the tools in the console, in Chromium', () => {
  let here: OpenedConsole | null = null;
  before(async function () {
    here = await openConsole();
    if (here === null) this.skip();
  });
  after(() => here?.close());

  it('shows what an import would do, runs it, and leads to the version and to the job', async () => {
    const names = HOSTILE_NAMES.slice(0, 5);
    const files = Object.fromEntries(names.map((name, at) => [`objects/${name}`, `${at}`]));
    const depositId = await here!.recorded('first-import', files);
    const opened = await here!.open(`/deposits/${depositId}/import`);
    const { page } = opened;
    await page.getByRole('treegrid', { name: 'What the import would do' }).waitFor();
    await page.getByText('2 more', { exact: false }).click();
    for (const name of names) await page.getByText(name, { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Import as version 1' }).click();
    await page.getByText('Version 1 is preserved.').waitFor();
    await page.getByText('Version 1 is decided').waitFor();
    await page.getByRole('link', { name: 'Open the job' }).click();
    await page.getByRole('heading', { level: 1, name: 'Import of first-import' }).waitFor();
    await page.getByRole('link', { name: 'Jobs', exact: true }).first().click();
    await page.getByRole('table', { name: 'Ended' }).getByRole('link', { name: 'v1' }).first().waitFor();
    await leave(opened);
  });

  it('is counted on Home, which says whether both stores can be read', async () => {
    await here!.preserved('since-yesterday', { 'objects/a.txt': 'a' });
    const { total } = (
      await here!.platform.call<{ total: number }>('GET', '/jobs?kind=import&state=completed&pageSize=1')
    ).body;
    const opened = await here!.open('/');
    const { page } = opened;
    const made = total === 1 ? '1 version was' : `${total} versions were`;
    await page.getByText(new RegExp(`, ${made} made since yesterday$`)).waitFor();
    await page.getByText('Both stores can be read').waitFor();
    await expectNoFault(opened);
    const failed = { success: false, error: 'no such bucket' };
    await page.route(/check-s3$/, (route) => route.fulfill({ json: failed }));
    await page.reload();
    await page.getByText('One store cannot be read').waitFor();
    await leave(opened);
  });

  it('says why the tools failed, where they were started', async () => {
    const depositId = await here!.recorded('no-tools', { 'objects/a.txt': 'a' });
    const opened = await here!.open(`/deposits/${depositId}/tools`);
    const { page } = opened;
    await page.getByRole('button', { name: 'Run the tools' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Run the tools' }).click();
    await page.waitForURL(/\/tools\/[a-z0-9]{12}$/);
    await page.getByText('What happened').waitFor();
    await leave(opened);
  });

  it('says what is wrong with a bag, and what it says of itself; a file that is not listed is deleted', async () => {
    const depositId = await here!.deposit(
      { template: 'BagIt', archivalGroupName: 'A bag' },
      {
        'bagit.txt': 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n',
        'manifest-sha256.txt': `${sha256Of('a')}  data/objects/a.txt\n${sha256Of('b')}  data/objects/b.txt\n`,
        'bag-info.txt': 'Source-Organization: The office\nPayload-Oxum: 2.2\n',
        'data/objects/a.txt': 'other',
        'data/objects/c.txt': 'c',
      },
    );
    const { platform } = here!;
    expect((await platform.call('POST', `/deposits/${depositId}/pipeline`)).status).to.equal(204);
    await platform.settle();
    const opened = await here!.open(`/deposits/${depositId}/tools`);
    const { page } = opened;
    await page.getByRole('table', { name: 'Runs' }).getByRole('link').click();
    await page
      .getByText('The bag does not hold what it says: 1 file is missing, 1 file is wrong, 1 file is not listed.')
      .waitFor();
    await page.getByText('The office').waitFor();
    const found = page.getByRole('table', { name: 'Findings in the bag' });
    await page.getByRole('button', { name: 'Not listed 1' }).click();
    await found.getByText('data/objects/c.txt').waitFor();
    await found.getByRole('button', { name: 'Delete it' }).click();
    await page.getByRole('button', { name: 'Delete the file' }).click();
    await page.getByText('c.txt is deleted.').waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'List for the sender' }).click();
    expect(readFileSync(await (await saved).path(), 'utf8')).to.include('data/objects/b.txt,missing,sha256:');
    await leave(opened);
  });

  it('starts an audit, and shows what it found', async () => {
    const opened = await here!.open('/jobs');
    const { page } = opened;
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByRole('menuitem', { name: /An audit/ }).click();
    await page.getByRole('button', { name: 'Start the audit' }).click();
    await page.getByRole('heading', { level: 1, name: 'Audit: The whole repository' }).waitFor();
    await page.getByText('Done', { exact: true }).waitFor();
    await leave(opened);
  });

  it('is listed with the jobs of a kind, of a group, and that were asked for between two days, and its steps have their times', async () => {
    await here!.preserved('since-a-day', { 'objects/a.txt': 'a' });
    const opened = await here!.open('/jobs?kind=import');
    const { page } = opened;
    const asked = async (since: string, upTo: string): Promise<void> => {
      await page.getByRole('heading', { level: 1 }).click();
      await page.keyboard.press('f');
      await editor.getByRole('button', { name: 'Asked for', exact: true }).click();
      await editor.getByLabel('Asked for since').fill(since);
      await editor.getByLabel('Asked for up to').fill(upTo);
    };
    const editor = page.getByRole('dialog', { name: 'New filter' });
    const listed = page.getByRole('link', { name: /since-a-day/ }).first();
    await listed.waitFor();
    await asked('2020-01-01', '2020-01-31');
    await editor.getByText('0 jobs').waitFor();
    await expectNoFault(opened);
    await editor.getByRole('button', { name: 'Show them' }).click();
    await page.waitForURL(/kind=import&from=2020-01-01&to=2020-01-31/);
    await page.getByText('No job is so').waitFor();
    await page.getByRole('button', { name: 'Remove the filter Asked for up to' }).click();
    await listed.waitFor();
    await page.getByText('1 Jan 2020').waitFor();
    await page.goto(here!.at('/jobs?group=since-a-day&kind=export'));
    await page.getByText('No job is so').waitFor();
    await page.getByRole('button', { name: 'Remove the filter Kind' }).click();
    await page.waitForURL(here!.at('/jobs?group=since-a-day'));
    await listed.click();
    await page
      .getByText(/^\d\d:\d\d:\d\d\.\d{3}$/)
      .first()
      .waitFor();
    await leave(opened);
  });
});

describe('a console over a platform that is killed, in Chromium', () => {
  const folder = temporaryFolder();
  let browser: Browser | null = null;
  before(async function () {
    browser = await openChromium();
    if (browser === null) this.skip();
  });
  after(() => browser?.close());
  let base = '';
  let platform: Restartable;
  beforeEach(async () => {
    ({ base, platform } = await killablePlatform(join(folder(), 'data')));
  });
  afterEach(() => platform.end());

  const openImport = async (files: Readonly<Record<string, string>>): Promise<ConsolePage> => {
    const depositId = await depositsAt(base).recorded('killed', files);
    const opened = await openConsolePage(browser!);
    await opened.page.goto(`${base}/console/deposits/${depositId}/import`);
    return opened;
  };
  const restart = async (): Promise<void> => {
    await platform.end();
    await platform.start();
  };

  it('shows the end of an import that went on after the platform was started again', async () => {
    const numbers = Array.from({ length: 60 }, (_, at) => at);
    const { page, faults, close } = await openImport(
      Object.fromEntries(numbers.map((at) => [`objects/${at}.txt`, `${at} `.repeat(90_000)])),
    );
    const posted = page.waitForResponse(
      (answer) => answer.request().method() === 'POST' && /importjobs$/.test(answer.url()),
    );
    await page.getByRole('button', { name: 'Import as version 1' }).click();
    await posted;
    await restart();
    await page.getByText('Version 1 is preserved.').waitFor({ timeout: 300_000 });
    expect(faults()).to.deep.equal([]);
    await close();
  });

  it('goes to an import whose answer was lost with the platform, and asks for no second one', async () => {
    const { page, faults, close } = await openImport({ 'objects/a.txt': 'a' });
    await page.route(
      /importjobs$/,
      async (route) => {
        await route.fetch();
        await restart();
        await route.abort('connectionreset');
      },
      { times: 1 },
    );
    await page.getByRole('button', { name: 'Import as version 1' }).click();
    await page.getByText('Version 1 is preserved.').waitFor({ timeout: 300_000 });
    const { body } = await callOn(base)<{ total: number }>('GET', '/jobs?kind=import');
    expect(body.total).to.equal(1);
    expect(faults()).to.deep.equal([]);
    await close();
  });

  it('shows what happened while it could not hear of it', async () => {
    const opened = await openConsolePage(browser!);
    const { page } = opened;
    const heard = page.waitForResponse((answer) => answer.url().includes('/events?'));
    await page.goto(`${base}/console/deposits`);
    await page.getByText('No deposit is in work').waitFor();
    await heard;
    await page.route(/\/events\?/, (route) => route.abort());
    await restart();
    await depositsAt(base).deposit({ archivalGroupName: 'Unheard' }, {});
    await page.unrouteAll();
    await page.getByRole('link', { name: 'Unheard' }).waitFor();
    expect(opened.faults()).to.deep.equal([]);
    await opened.close();
  });
});
