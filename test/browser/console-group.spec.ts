import { expect } from 'chai';
import { expectNoFault, leave } from '../support/browser/console-page.js';
import { openConsole, type OpenedConsole } from './console.js';

const GROUP = 'parish/registers';
const PATH = `/repository/${GROUP}`;

describe('the page of an archival group in the console, in Chromium', () => {
  let here: OpenedConsole | null = null;
  before(async function () {
    here = await openConsole();
    if (here === null) return this.skip();
    await here.platform.call('PUT', '/repository/parish');
    await here.preserved(GROUP, { 'objects/a.txt': 'first\n', 'objects/b.txt': 'kept\n' });
    await here.preserved(GROUP, { 'objects/a.txt': 'second\n', 'objects/b.txt': 'kept\n' });
  });
  after(() => here?.close());

  /** Opens the page, and its menu. */
  const openMenu = async (query = '') => {
    const opened = await here!.open(`${PATH}${query}`);
    await opened.page.getByRole('button', { name: 'More of this group' }).click();
    await opened.page.getByRole('menu').waitFor();
    return opened;
  };

  it('gives the OCFL object with all versions up to the one that is shown', async () => {
    const opened = await openMenu('?version=v1');
    await expectNoFault(opened);
    const download = opened.page.waitForEvent('download');
    await opened.page.getByRole('menuitem', { name: 'Download v1 as an OCFL object' }).click();
    expect((await download).suggestedFilename()).to.equal('parish-registers-v1.zip');
    expect(new URL((await download).url()).searchParams.get('as')).to.equal('ocfl');
    await leave(opened);
  });

  it('leads to the METS of the version that is shown', async () => {
    const opened = await openMenu('?version=v1');
    await opened.page.getByRole('menuitem', { name: 'METS of v1' }).click();
    await opened.page.getByRole('heading', { name: 'mets.xml' }).waitFor();
    expect(new URL(opened.page.url()).searchParams.get('version')).to.equal('v1');
    await leave(opened);
  });

  it('has every file of the group verified by a job, and says when that was done', async () => {
    const opened = await openMenu();
    const { page } = opened;
    await page.getByRole('menuitem', { name: 'Verify every file now' }).click();
    await page.getByRole('heading', { name: `Audit: ${GROUP}` }).waitFor();
    const { pathname } = new URL(page.url());
    await page.getByRole('main').getByText('Done', { exact: true }).first().waitFor();
    await page.goto(here!.at(PATH));
    await page.getByRole('link', { name: 'Verified, nothing found' }).click();
    await page.waitForURL(`**${pathname}`);
    await leave(opened);
  });
});
