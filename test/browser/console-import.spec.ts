import { join } from 'node:path';
import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { openChromium } from '../support/browser/chromium.js';
import { leave, openConsolePage } from '../support/browser/console-page.js';
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

  it('is listed with the jobs that were asked for since a day', async () => {
    await here!.preserved('since-a-day', { 'objects/a.txt': 'a' });
    const opened = await here!.open('/jobs?from=2999-01-01');
    const { page } = opened;
    await page.getByText('No job is so').waitFor();
    await page.getByLabel('Asked for since').fill('2020-01-01');
    await page.waitForURL(/from=2020-01-01/);
    await page
      .getByRole('link', { name: /since-a-day/ })
      .first()
      .waitFor();
    await leave(opened);
  });
});

describe('an import of the console over a platform that is killed, in Chromium', () => {
  const folder = temporaryFolder();
  let browser: Browser | null = null;
  before(async function () {
    browser = await openChromium();
    if (browser === null) this.skip();
  });
  after(() => browser?.close());

  it('goes on after the platform was started again, and the page shows its end', async () => {
    const { base, platform } = await killablePlatform(join(folder(), 'data'));
    try {
      const files = Object.fromEntries(
        Array.from({ length: 60 }, (_, at) => [`objects/${at}.txt`, `${at} `.repeat(90_000)]),
      );
      const depositId = await depositsAt(base).recorded('killed', files);
      const { page, faults, close } = await openConsolePage(browser!);
      await page.goto(`${base}/console/deposits/${depositId}/import`);
      const posted = page.waitForResponse(
        (answer) => answer.request().method() === 'POST' && /importjobs$/.test(answer.url()),
      );
      await page.getByRole('button', { name: 'Import as version 1' }).click();
      await posted;
      await platform.end();
      await platform.start();
      // Where the kill came before the answer, the deposit is closed when the page hears of it, and lists the import.
      const shown = page.getByText('Version 1 is preserved.').or(page.getByRole('link', { name: 'v1', exact: true }));
      await shown.first().waitFor({ timeout: 60_000 });
      expect(faults()).to.deep.equal([]);
      await close();
    } finally {
      await platform.end();
    }
  });
});
