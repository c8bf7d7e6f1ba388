import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { forEachConcurrently } from '../../flow/concurrently.js';
import { expectNoFault, leave } from '../support/browser/console-page.js';
import { openConsole, type OpenedConsole } from './console.js';

const FILES = 3_000;
const nameOf = (file: number): string => `letter ${String(file).padStart(4, '0')}.txt`;
const LAST = nameOf(FILES - 1);
/** More rows than a window of 900 pixels has, with those that are drawn beyond it. */
const MOST_ROWS = 100;

describe('a folder of 3,000 files in the console, in Chromium', () => {
  let here: OpenedConsole | null = null;
  let depositId = '';
  before(async function () {
    here = await openConsole();
    if (here === null) {
      this.skip();
      return;
    }
    const { platform } = here;
    depositId = await here.deposit({}, { [`objects/letters/${nameOf(0)}`]: '0' });
    const files = Array.from({ length: FILES - 1 }, (_each, index) => nameOf(index + 1));
    const { workspaceBucket: bucket } = platform.ready.s3;
    await forEachConcurrently(files, { width: 32 }, async (name) => {
      await platform.s3.put({ bucket, key: `deposits/${depositId}/objects/letters/${name}` }, Buffer.from(name));
    });
    await platform.call('GET', `/deposits/${depositId}/combined?path=&limit=0&refresh=true`);
  });
  after(() => here?.close());

  const row = (page: Page, name: string) => page.getByRole('row', { name });
  const openLetters = async () => {
    const opened = await here!.open(`/deposits/${depositId}?open=objects%7Cobjects/letters`);
    await row(opened.page, nameOf(0)).waitFor();
    const blocks: number[] = [];
    opened.page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.endsWith('/combined')) blocks.push(Number(searchParams.get('offset')));
    });
    return { ...opened, blocks };
  };
  const scrollTo = (page: Page, part: number): Promise<void> =>
    page.evaluate(`scrollTo(0, document.documentElement.scrollHeight * ${part})`);

  it('costs what is shown of it, and what was shown before is dropped', async () => {
    const opened = await openLetters();
    const { page, blocks } = opened;
    expect(await page.getByRole('row').count()).to.be.below(MOST_ROWS);
    await scrollTo(page, 1);
    await row(page, LAST).waitFor();
    expect(await page.getByRole('row').count()).to.be.below(MOST_ROWS);
    expect(new Set(blocks.filter((offset) => offset > 0))).to.deep.equal(new Set([2_500]));
    await scrollTo(page, 0.5);
    await row(page, nameOf(1_500)).waitFor();
    blocks.length = 0;
    await scrollTo(page, 1);
    await row(page, LAST).waitFor();
    expect(blocks).to.include(2_500);
    await leave(opened);
  });

  it('is gone through by keys to its end, where the focus stays on the row when it is read', async () => {
    const opened = await openLetters();
    const { page } = opened;
    await row(page, nameOf(3)).focus();
    await page.keyboard.press('End'); // the METS, behind the folder
    await page.keyboard.press('ArrowUp');
    await row(page, LAST).waitFor();
    await page.keyboard.press('Space');
    await page
      .getByRole('checkbox', { name: `Select ${LAST}` })
      .and(page.locator(':checked'))
      .waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await row(page, LAST).waitFor({ state: 'detached' });
    await leave(opened);
  });

  it('is selected in part by rules, for which nothing is read before something is done with it', async () => {
    const opened = await openLetters();
    const { page, blocks } = opened;
    await page.getByRole('checkbox', { name: `Select ${nameOf(10)}` }).check();
    await scrollTo(page, 1);
    await page.getByRole('checkbox', { name: `Select ${LAST}` }).waitFor();
    blocks.length = 0;
    await page.getByRole('checkbox', { name: `Select ${LAST}` }).click({ modifiers: ['Shift'] });
    await page.getByText('2,990 files').waitFor();
    expect(blocks).to.deep.equal([]);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('heading', { name: 'Delete 2,990 files?' }).waitFor();
    await page.keyboard.press('Escape');
    await leave(opened);
  });

  it('is selected from a row to the end by keys, without being read', async () => {
    const opened = await openLetters();
    const { page, blocks } = opened;
    await row(page, nameOf(3)).focus();
    await page.keyboard.press('Space');
    await page.getByText('1 file, ').waitFor();
    blocks.length = 0;
    await page.keyboard.press('Shift+End'); // the METS, behind the folder
    await page.getByText('2,998 files').waitFor();
    expect(blocks.filter((offset) => offset > 0 && offset < 2_500)).to.deep.equal([]);
    await leave(opened);
  });
});

describe('the versions of a group of 10,000 in the console, in Chromium', () => {
  const VERSIONS = 10_000;
  let here: OpenedConsole | null = null;
  before(async function () {
    here = await openConsole();
    if (here === null) this.skip();
    for (const text of ['one', 'two']) await here.preserved('letters', { 'objects/a.txt': text });
  });
  after(() => here?.close());

  /** A page that is told of so many versions, of which the platform has two. */
  const openedAt = async (path: string) => {
    const opened = await here!.open('/');
    const { page } = opened;
    const asked: number[] = [];
    const { body } = await here!.platform.call<{ versions: readonly object[] }>('GET', '/versions/letters');
    await page.route('**/api/preservation/versions/letters*', async (route) => {
      const { searchParams } = new URL(route.request().url());
      const [before, limit] = [Number(searchParams.get('before')), Number(searchParams.get('limit'))];
      const numbers = Array.from({ length: limit }, (_, index) => before - 1 - index);
      asked.push(...numbers);
      await route.fulfill({
        json: { ...body, next: null, versions: numbers.map((version) => ({ ...body.versions[0], version })) },
      });
    });
    await page.route('**/api/preservation/children/letters*', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...((await response.json()) as object), head: VERSIONS } });
    });
    await page.goto(here!.at(path));
    return { ...opened, asked };
  };

  it('are offered by what is typed, and only those are read', async () => {
    const opened = await openedAt('/repository/letters?compare=v1..v2');
    const { page, asked } = opened;
    await page.getByText('what 1 version changed, from ').waitFor();
    const field = page.getByRole('combobox', { name: 'Newer version' });
    const offered = (): Promise<string[]> => page.getByRole('option').locator('span:first-child').allTextContents();
    await field.click();
    await page.getByRole('option', { name: /^v10000 / }).waitFor();
    expect(await offered()).to.deep.equal(Array.from({ length: 10 }, (_, index) => `v${VERSIONS - index}`));
    await expectNoFault(opened);
    await field.pressSequentially('100');
    await page.getByRole('option', { name: /^v1009 .*developer$/ }).waitFor();
    expect(await offered()).to.deep.equal(['v100', ...Array.from({ length: 10 }, (_, index) => `v${1000 + index}`)]);
    await field.fill('20000');
    await page.getByText('There is no such version; the newest is v10000').waitFor();
    await field.press('Escape');
    expect(await field.inputValue()).to.match(/^v2, /);
    await field.fill('1');
    await field.press('Enter');
    await page.waitForURL(/compare=v1\.\.v1$/);
    expect(asked.length).to.be.below(60);
    await leave(opened);
  });
});
