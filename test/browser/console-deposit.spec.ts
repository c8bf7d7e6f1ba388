import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { expectNoFault, leave } from '../support/browser/console-page.js';
import { HOSTILE_NAMES, openConsole, type OpenedConsole } from './console.js';

describe('a deposit in the console, in Chromium', () => {
  let here: OpenedConsole | null = null;
  before(async function () {
    here = await openConsole();
    if (here === null) this.skip();
  });
  after(() => here?.close());

  it('is begun for a place in the repository, and its page says what comes next', async () => {
    const opened = await here!.open('/deposits/new');
    const { page } = opened;
    await page.getByLabel('Name', { exact: true }).fill('Letters, 1911');
    await page.getByText('It will be letters-1911.').waitFor();
    await page.getByRole('button', { name: 'Create the deposit' }).click();
    await page.getByRole('heading', { level: 1, name: 'Letters, 1911' }).waitFor();
    await page.getByText('Import as version 1').waitFor();
    await leave(opened);
  });

  it('shows files whatever their names are, and runs none of them', async () => {
    const files = Object.fromEntries(HOSTILE_NAMES.map((name, index) => [`objects/${name}`, `${index}`]));
    const depositId = await here!.deposit({ archivalGroupName: '<b onmouseover=alert(1)>Odd</b>' }, files);
    const opened = await here!.open(`/deposits/${depositId}?open=objects`);
    for (const name of HOSTILE_NAMES.slice(0, 5)) await opened.page.getByTitle(name, { exact: true }).waitFor();
    await leave(opened);
  });

  it('has all its files recorded by one press, and shows that', async () => {
    const files = Object.fromEntries([1, 2, 3].map((n) => [`objects/page ${n}.txt`, `page ${n}`]));
    const depositId = await here!.deposit({ archivalGroupName: 'Pages' }, files);
    const opened = await here!.open(`/deposits/${depositId}`);
    const { page } = opened;
    await page.getByText('3 files are not recorded').waitFor();
    await page.getByRole('button', { name: 'Record them in the METS' }).click();
    await page.getByText('All files are recorded').waitFor();
    await page.getByText('3 files recorded in the METS.').waitFor();
    await leave(opened);
  });

  it('can be worked on at the width of a telephone, in the dark', async () => {
    const depositId = await here!.deposit({ archivalGroupName: 'Small' }, { 'objects/one.txt': '1' });
    const opened = await here!.open(`/deposits/${depositId}`, {
      viewport: { width: 400, height: 800 },
      colorScheme: 'dark',
    });
    await opened.page.getByText('1 file is not recorded').waitFor();
    await leave(opened);
  });

  it('is in the listing, which keeps its filters in the address', async () => {
    const opened = await here!.open('/deposits?created-by=developer&sort=-created');
    const { page } = opened;
    await page.getByRole('link', { name: 'Small' }).waitFor();
    await page.getByRole('button', { name: 'Remove the filter Created by' }).click();
    await page.waitForURL(here!.at('/deposits?sort=-created'));
    await leave(opened);
  });

  it('is found by the days between which it was begun', async () => {
    await here!.deposit({ archivalGroupName: 'Between' }, {});
    const opened = await here!.open('/deposits');
    const { page } = opened;
    await page.getByRole('button', { name: 'Filter F' }).click();
    const editor = page.getByRole('dialog');
    await editor.getByRole('button', { name: 'Created', exact: true }).click();
    await editor.getByLabel('Created since').fill('2020-01-01');
    await editor.getByLabel('Created before').fill('2999-01-01');
    await expectNoFault(opened);
    await editor.getByRole('button', { name: 'Show them' }).click();
    await page.waitForURL(/created-after=2020-01-01&created-before=2999-01-01/);
    await page.getByRole('link', { name: 'Between' }).waitFor();
    await page.goto(here!.at('/deposits?created-after=2020-01-01&created-before=2020-02-01'));
    await page.getByText('No deposit is so').waitFor();
    await page.getByText('1 Jan 2020').waitFor();
    await leave(opened);
  });

  it('is in the listing in columns that are moved by keys and by the pointer, which a saved view keeps', async () => {
    const opened = await here!.open('/deposits?active=all');
    const { page } = opened;
    const heads = async () => {
      const texts = await page.getByRole('columnheader').allTextContents();
      return texts.map((text) => text.trim()).filter((text) => text !== '');
    };
    await page.getByRole('button', { name: 'Columns' }).click();
    const grip = page.getByRole('button', { name: 'Move Place in the repository' });
    await grip.focus();
    await page.keyboard.press('Alt+ArrowUp');
    await page.waitForURL(/columns=place%2Cstate%2Cversion/);
    await page.keyboard.press('Alt+ArrowDown');
    await page.keyboard.press('Alt+ArrowDown');
    await page.waitForURL(/columns=state%2Cversion%2Cplace/);
    const box = (name: string) => page.getByRole('checkbox', { name });
    await box('Version').uncheck();
    await box('Preserved by').check();
    await page.locator('.colrow', { hasText: 'Last change' }).dragTo(page.locator('.colrow', { hasText: 'always' }));
    await page.waitForURL(/columns=lastModified%2Cstate%2Cplace%2ClockedBy%2Cby%2Ccreated%2CpreservedBy/);
    await page.getByText('8 of 9.').waitFor();
    expect(await opened.violations()).to.deep.equal([]);
    await page.keyboard.press('Escape');
    const order = ['Last change', 'State', 'Place in the repository', 'Locked by', 'By', 'Created', 'Preserved by'];
    expect(await heads()).to.deep.equal(['Deposit', ...order]);
    await page.getByRole('button', { name: 'Save this view' }).click();
    await page.getByRole('textbox', { name: 'Deposit' }).fill('By change');
    await page.getByRole('button', { name: 'Save the view' }).click();
    await page.goto(here!.at('/deposits'));
    await page.getByRole('link', { name: /^By change/ }).click();
    await page.getByRole('columnheader', { name: 'Preserved by' }).waitFor();
    expect(await heads()).to.deep.equal(['Deposit', ...order]);
    await leave(opened);
  });

  it('is downloaded as one zip, whose name says which it is', async () => {
    const depositId = await here!.deposit({}, { 'objects/one.txt': 'one', 'objects/b/two.txt': 'two' });
    const opened = await here!.open(`/deposits/${depositId}`);
    const { page } = opened;
    await page.getByRole('button', { name: 'More of this deposit' }).click();
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Download everything' }).click(),
    ]);
    expect(saved.suggestedFilename()).to.equal(`${depositId}.zip`);
    const bytes = await readFile(await saved.path());
    for (const name of ['objects/one.txt', 'objects/b/two.txt', 'mets.xml'])
      expect(bytes.includes(name)).to.equal(true);
    await leave(opened);
  });
});
