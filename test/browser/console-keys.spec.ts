import { expect } from 'chai';
import { expectNoFault, leave } from '../support/browser/console-page.js';
import { openConsole, type OpenedConsole } from './console.js';

/** One more than a page of the listing has. */
const DEPOSITS = 21;

describe('keys of the console, in Chromium', () => {
  let here: OpenedConsole | null = null;
  before(async function () {
    here = await openConsole();
    if (here === null) this.skip();
    for (let number = 1; number <= DEPOSITS; number++) await here.deposit({ archivalGroupName: `Box ${number}` }, {});
  });
  after(() => here?.close());

  it('go to the search and out of it again, which keeps what was typed until it is cleared', async () => {
    const opened = await here!.open('/deposits');
    const { page } = opened;
    await page.getByText('Box 21').waitFor();
    await page.keyboard.press('/');
    const field = page.getByRole('searchbox', { name: 'Search files, deposits and identifiers' });
    await field.and(page.locator(':focus')).waitFor();
    await page.keyboard.type('box');
    await page.keyboard.press('Escape');
    await field.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await field.and(page.locator(':not(:focus)')).waitFor();
    expect(await field.inputValue()).to.equal('');
    await leave(opened);
  });

  it('go to the next page of a list and back, no further than it has', async () => {
    const opened = await here!.open('/deposits');
    const { page } = opened;
    await page.getByText('1–20 of 21').waitFor();
    await page.keyboard.press('[');
    await page.keyboard.press(']');
    await page.getByText('21–21 of 21').waitFor();
    expect(new URL(page.url()).searchParams.get('page')).to.equal('2');
    await page.keyboard.press(']');
    await page.keyboard.press('[');
    await page.getByText('1–20 of 21').waitFor();
    await leave(opened);
  });

  it('are told by one of them', async () => {
    const opened = await here!.open('/');
    const { page } = opened;
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('?');
    const table = page.getByRole('dialog');
    for (const title of ['Everywhere', 'Lists', 'Trees', 'Deposit', 'Upload', 'Viewer', 'Structure', 'Job'])
      await table.getByRole('heading', { name: title, exact: true }).waitFor();
    await expectNoFault(opened);
    await page.keyboard.press('Escape');
    await table.waitFor({ state: 'detached' });
    await leave(opened);
  });
});
