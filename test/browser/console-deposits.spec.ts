import { expect } from 'chai';
import type { Page, Route } from 'playwright-core';
import { expectNoFault, leave } from '../support/browser/console-page.js';
import { until } from '../support/scheduling/until.js';
import { openConsole, type OpenedConsole } from './console.js';

const COUNT = 23;
/** Their listing, from the first one on. */
const LIST = '/deposits?under=letters&sort=created';

describe('many deposits in the console, in Chromium', () => {
  let here: OpenedConsole | null = null;
  before(async function () {
    here = await openConsole();
    if (here === null) return this.skip();
    for (let number = 1; number <= COUNT; number++) {
      const archivalGroup = `${here.platform.ready.preservation}/repository/letters/${number}`;
      await here.deposit({ archivalGroupName: `Letters ${number}`, archivalGroup }, {});
    }
  });
  after(() => here?.close());

  const left = async (): Promise<number> => {
    const path = '/deposits?archivalGroupPathParent=letters&showAll=true';
    return (await here!.platform.call<{ total: number }>('GET', path)).body.total;
  };
  const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selected deposits' });
  const press = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true }).click();
  const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true });

  it('are selected by their boxes and by keys, over pages, until the filters are other ones', async () => {
    const opened = await here!.open(LIST);
    const { page } = opened;
    await box(page, 'Letters 1').check();
    await bar(page).getByText('1 deposit', { exact: true }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Shift+x');
    await bar(page).getByText('3 deposits', { exact: true }).waitFor();
    await page.keyboard.press('x');
    await bar(page).getByText('2 deposits', { exact: true }).waitFor();
    await expectNoFault(opened);
    await page.getByRole('button', { name: 'Next' }).click();
    await box(page, 'Letters 21').waitFor();
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await bar(page).getByText('5 deposits', { exact: true }).waitFor();
    await press(page, 'All 23 that match');
    await box(page, 'Letters 22').uncheck();
    await bar(page).getByText('22 deposits', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('toolbar', { name: 'Deposits' }).waitFor();
    await box(page, 'Letters 23').check();
    await page.getByRole('link', { name: /^All/ }).click();
    await page.getByRole('toolbar', { name: 'Deposits' }).waitFor();
    await leave(opened);
  });

  it('that are refused stay selected, with the reason below each', async () => {
    const opened = await here!.open(LIST);
    const { page } = opened;
    await page.getByRole('row', { name: /Letters 1 / }).focus();
    await page.keyboard.press('Control+a');
    await press(page, 'Close');
    await page.getByRole('dialog', { name: 'Close 23 deposits?' }).waitFor();
    await expectNoFault(opened);
    await page.getByRole('button', { name: 'Close 23 deposits' }).click();
    await page.getByText('23 deposits were refused.').waitFor();
    await bar(page).getByText('23 deposits', { exact: true }).waitFor();
    expect(await page.locator('.under').count()).to.equal(20);
    await page.getByText('Refused, and not on this page').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Letters 23:' }).waitFor();
    await expectNoFault(opened);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 400, height: 800 });
    await expectNoFault(opened);
    await page.getByRole('button', { name: 'Close this message' }).click();
    expect(await page.locator('.under').count()).to.equal(0);
    await leave(opened);
  });

  it('that were not tried stay selected where the session is over', async () => {
    const opened = await here!.open(LIST);
    const { page } = opened;
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.route(/\/deposits\/[^/?]+$/, (route) => route.fulfill({ status: 401 }), { times: 1 });
    await press(page, 'Delete');
    await page.getByLabel('Type the number of deposits').fill('20');
    await page.getByRole('button', { name: 'Delete 20 deposits' }).click();
    await page.getByText('20 deposits were not tried.').waitFor();
    expect(await left()).to.equal(COUNT);
    await leave(opened);
  });

  it('go on while other pages are shown, until they are stopped', async () => {
    const opened = await here!.open(`${LIST}&page=2`);
    const { page } = opened;
    const held: Route[] = [];
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await press(page, 'Delete');
    await page.getByLabel('Type the number of deposits').fill('3');
    await page.route(/\/deposits\/[^/?]+$/, (route) => void held.push(route), { times: 1 });
    await page.getByRole('button', { name: 'Delete 3 deposits' }).click();
    await until('the first request is there', () => held.length === 1);
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('heading', { name: 'Health' }).waitFor();
    await page.goBack();
    await page.getByText('Deleting: 0 of 3').waitFor();
    await page
      .getByRole('row', { name: /Letters 21/ })
      .getByText('Deleting')
      .waitFor();
    await expectNoFault(opened);
    await press(page, 'Stop');
    await held[0]!.continue();
    await page.getByText('2 deposits were not tried.').waitFor();
    await bar(page).getByText('2 deposits', { exact: true }).waitFor();
    expect(await left()).to.equal(COUNT - 1);
    await leave(opened);
  });

  it('are deleted once their number is typed, all that match but one', async () => {
    const opened = await here!.open(LIST);
    const { page } = opened;
    await page.getByRole('row', { name: /Letters 1 / }).focus();
    await page.keyboard.press('Control+a');
    await box(page, 'Letters 2').uncheck();
    await press(page, 'Delete');
    const dialog = page.getByRole('dialog', { name: 'Delete 21 deposits?' });
    const confirm = dialog.getByRole('button', { name: 'Delete 21 deposits' });
    expect(await confirm.getAttribute('aria-disabled')).to.equal('true');
    await dialog.getByLabel('Type the number of deposits').fill('21');
    await confirm.click();
    await page.getByText('21 deposits are deleted.').waitFor();
    expect(await left()).to.equal(1);
    await page.getByRole('link', { name: 'Letters 2' }).waitFor();
    await leave(opened);
  });

  it('are in rows as high as the person wants, which the browser keeps', async () => {
    const opened = await here!.open('/deposits');
    const { page } = opened;
    await page.getByRole('button', { name: 'Row height: compact' }).click();
    await page.getByRole('button', { name: 'Row height: roomy' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Row height: roomy' }).click();
    await page.getByRole('button', { name: 'Row height: compact' }).waitFor();
    await leave(opened);
  });
});
