import { expect } from 'chai';
import { HOSTILE_NAMES, openConsole, type OpenedConsole } from './console.js';
import { leave } from '../support/browser/console-page.js';

const NARROW = { viewport: { width: 400, height: 900 } };

describe('search, activity and certificates in the console, in Chromium', () => {
  let here: OpenedConsole | null = null;
  before(async function () {
    here = await openConsole();
    if (here === null) this.skip();
    await here.deposit({ archivalGroupName: 'Keller papers', submissionText: '<b>Keller</b> & 100%' }, {});
  });
  after(() => here?.close());

  it('finds preserved files and deposits by a part of a name, and marks it', async () => {
    await here!.preserved('cellars', { 'objects/Weinkeller <1>.txt': 'one' });
    const opened = await here!.open('/search?q=KELLER');
    const { page } = opened;
    await page.locator('mark', { hasText: 'keller' }).waitFor();
    await page.getByRole('navigation', { name: 'Results' }).getByRole('link', { name: 'Deposits' }).click();
    await page.locator('mark', { hasText: 'Keller' }).first().waitFor();
    await page.getByRole('link', { name: 'Keller papers' }).click();
    await page.getByRole('heading', { level: 1, name: 'Keller papers' }).waitFor();
    await leave(opened);
  });

  it('takes what is typed as it is, and says so where nothing has it', async () => {
    const opened = await here!.open('/search');
    const { page } = opened;
    await page.getByText('What do you look for?').waitFor();
    for (const typed of ['%', '"\'', 'no such thing', ...HOSTILE_NAMES]) {
      await page.getByRole('searchbox').fill(typed);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: typed.trim() }).waitFor();
    }
    await page.goto(here!.at(`/search?q=${'a'.repeat(1_001)}`));
    await page.getByText('That is too long to search for').waitFor();
    await leave(opened);
  });

  it('lets what happens meanwhile wait at the head of the activity', async () => {
    const opened = await here!.open('/activity');
    const { page } = opened;
    await page.locator('.act').first().waitFor();
    const before = await page.locator('.act').count();
    await here!.platform.call('PUT', '/repository/meanwhile');
    await page.getByRole('button', { name: /new$/ }).click();
    await page.locator('.act', { hasText: 'created the container meanwhile in it.' }).waitFor();
    expect(await page.locator('.act').count()).to.be.greaterThan(before);
    await leave(opened);
  });

  it('opens the events of an act by a target that is as large as WCAG wants it wherever it stands', async () => {
    const opened = await here!.open('/activity', NARROW);
    const { page } = opened;
    const summary = page.locator('.act summary').first();
    await summary.waitFor();
    expect((await summary.boundingBox())?.height).to.be.at.least(24);
    await summary.click();
    await page.locator('.act details[open] li').first().waitFor();
    await leave(opened);
  });

  it('begins the activity at a day, which its address keeps', async () => {
    const opened = await here!.open('/activity');
    const { page } = opened;
    await page.locator('.act').first().waitFor();
    await page.getByLabel('Up to the day').fill('2001-01-01');
    await page.getByText('Nothing had happened by then').waitFor();
    expect(new URL(page.url()).searchParams.get('day')).to.contain('2001-01-01');
    await page.getByLabel('Up to the day').fill('2999-12-31');
    await page.locator('.act').first().waitFor();
    await page.reload();
    await page.locator('.act').first().waitFor();
    expect(await page.getByLabel('Up to the day').inputValue()).to.equal('2999-12-31');
    await leave(opened);
  });

  it('begins each of both streams at a day, which its address keeps', async () => {
    await here!.preserved('streamed', { 'objects/a.txt': 'a' });
    for (const stream of ['archivalgroups', 'importjobs']) {
      const opened = await here!.open(`/activity?stream=${stream}`, stream === 'importjobs' ? NARROW : {});
      const { page } = opened;
      const link = page.getByRole('link', { name: 'streamed', exact: true });
      await link.waitFor();
      await page.getByLabel('Up to the day').fill('2001-01-01');
      await page.getByText('Nothing had happened by then').waitFor();
      await page.reload();
      await page.getByText('Nothing had happened by then').waitFor();
      await page.getByLabel('Up to the day').fill('2999-12-31');
      await link.waitFor();
      await leave(opened);
    }
    const opened = await here!.open('/activity?stream=archivalgroups&day=2024-01-01');
    await opened.page.getByText('1–1 of 1').waitFor();
    expect(await opened.page.getByRole('link', { name: 'streamed', exact: true }).count()).to.equal(0);
    await leave(opened);
  });

  it('has as many deposits on a page as is chosen, which the address keeps', async () => {
    const opened = await here!.open('/deposits?page=2');
    const { page } = opened;
    await page.getByLabel('Rows on a page').selectOption('50 a page');
    await page.getByRole('row', { name: /Keller papers/ }).waitFor();
    expect(Object.fromEntries(new URL(page.url()).searchParams)).to.deep.equal({ size: '50' });
    await leave(opened);
  });

  it('says of an address that is no page what it is, and where one can go', async () => {
    const opened = await here!.open('/nowhere/at/all', NARROW);
    const { page } = opened;
    await page.getByRole('heading', { level: 1, name: 'There is no such page' }).waitFor();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Deposits' }).click();
    await page.getByRole('heading', { level: 1, name: 'Deposits' }).waitFor();
    await leave(opened);
  });

  it('prints a certificate with the digest of each file', async () => {
    await here!.preserved('certified', { 'objects/a.txt': 'a' });
    const opened = await here!.open('/repository/certified?view=certificate&version=v1');
    const { page } = opened;
    await page.getByRole('heading', { level: 1, name: 'Certificate of preservation' }).waitFor();
    await page.getByText('ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb').waitFor();
    const pdf = await page.pdf({ preferCSSPageSize: true });
    expect(pdf.subarray(0, 5).toString()).to.equal('%PDF-');
    await leave(opened);
  });

  it('saves all deposits as a table, whatever the page', async () => {
    const opened = await here!.open('/deposits?size=1');
    const { page } = opened;
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ]);
    expect(saved.suggestedFilename()).to.equal('deposits.csv');
    await leave(opened);
  });
});
