import { expect } from 'chai';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expectNoFault, leave } from '../support/browser/console-page.js';
import { openConsole, type OpenedConsole } from './console.js';

const NARROW_GERMAN = { viewport: { width: 400, height: 800 }, colorScheme: 'dark', locale: 'de-DE' } as const;

/** Children of a container that is not made, but told of by the answers that a page gets. */
const MANY = 5_000;
/** More rows than a window of 900 pixels has, with those that are drawn beyond it. */
const MOST_ROWS = 100;
const nameOf = (child: number): string => `c${String(child).padStart(4, '0')}`;

const row = (page: Page, name: string) => page.getByRole('row', { name });
const focused = (page: Page) => page.locator('[role=row]:focus');

describe('the repository in the console, in Chromium', () => {
  let here: OpenedConsole | null = null;
  let deposit = '';
  before(async function () {
    here = await openConsole();
    if (here === null) {
      this.skip();
      return;
    }
    const { platform, preserved, recorded } = here;
    for (const [path, name] of [
      ['council', 'Council'],
      ['maps', 'Maps'],
      ['maps/estates', 'Estate maps'],
      ['maps/estates/north', 'The north'],
    ])
      await platform.call('PUT', `/repository/${path}`, { name });
    await preserved('maps/tithe', { 'objects/a.txt': 'one' });
    deposit = await recorded('maps/tithe', { 'objects/a.txt': 'two' });
  });
  after(() => here?.close());

  const openMaps = async (options: BrowserContextOptions = {}) => {
    const opened = await here!.open('/repository/?open=maps//maps/estates', options);
    await row(opened.page, 'The north').waitFor();
    return opened;
  };

  /** Tells a page that so many containers are in one; after which of them it asked for more. */
  const withMany = async (page: Page): Promise<readonly (string | null)[]> => {
    const asked: (string | null)[] = [];
    await page.route('**/api/preservation/children/council*', async (route) => {
      const { searchParams } = new URL(route.request().url());
      const after = searchParams.get('after');
      asked.push(after);
      const first = after === null ? 0 : Number(after.slice(-4)) + 1;
      const until = Math.min(MANY, first + Number(searchParams.get('limit')));
      const made = { head: null, modified: '2026-01-01T00:00:00Z', modifiedBy: 'ann', deposit: null };
      const children = Array.from({ length: until - first }, (_, index) => ({
        ...{ kind: 'container', path: `council/${nameOf(first + index)}`, name: null },
        ...made,
      }));
      await route.fulfill({ json: { type: 'ChildListing', path: 'council', children, next: null } });
    });
    return asked;
  };

  it('is a tree, of which each level is read when it is opened', async () => {
    const opened = await here!.open('/repository/');
    const { page } = opened;
    await row(page, 'Maps').waitFor();
    const read: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.includes('/children')) read.push(pathname.replace(/.*\/children/, ''));
    });
    await row(page, 'Maps').getByRole('button', { name: 'Open' }).click();
    await row(page, 'maps/tithe').waitFor();
    await expectNoFault(opened);
    await row(page, 'Estate maps').getByRole('button', { name: 'Open' }).click();
    await row(page, 'The north').waitFor();
    expect(read).to.deep.equal(['/maps', '/maps/estates']);
    await row(page, 'Maps').first().getByRole('button', { name: 'Close' }).click();
    await row(page, 'The north').waitFor({ state: 'detached' });
    await leave(opened);
  });

  it('tells of each archival group its version, who made it, and the deposit for the next one', async () => {
    for (const [options, word] of [
      [{}, 'Deposit in work'],
      [NARROW_GERMAN, 'Einlieferung in Arbeit'],
    ] as const) {
      const opened = await openMaps(options);
      const group = row(opened.page, 'maps/tithe v1');
      await group.getByText('developer').waitFor();
      await expectNoFault(opened);
      await group.getByRole('link', { name: word }).click();
      await opened.page.waitForURL(`**/deposits/${deposit}`);
      await opened.close();
    }
  });

  it('shows what happens to a deposit while it is looked at', async () => {
    const opened = await openMaps();
    const { page } = opened;
    await here!.platform.call('POST', `/deposits/${deposit}/lock`);
    await page.getByText('Deposit of developer').waitFor();
    await here!.platform.call('DELETE', `/deposits/${deposit}/lock`);
    await page.getByText('Deposit in work').waitFor();
    await leave(opened);
  });

  it('is gone through by keys', async () => {
    const opened = await here!.open('/repository/');
    const { page } = opened;
    await row(page, 'Council').focus();
    await page.keyboard.press('m');
    await page.keyboard.press('ArrowRight');
    await row(page, 'Estate maps').waitFor();
    await page.keyboard.press('ArrowRight');
    expect(await focused(page).getAttribute('aria-level')).to.equal('2');
    await page.keyboard.press('ArrowRight');
    await row(page, 'The north').waitFor();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    expect(await focused(page).textContent()).to.match(/^Maps/);
    await page.keyboard.press('ArrowLeft');
    await row(page, 'Estate maps').waitFor({ state: 'detached' });
    await page.keyboard.press('*');
    await row(page, 'The north').waitFor();
    await page.keyboard.press('t');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'The north' }).waitFor();
    await page.getByText('This container is empty').waitFor();
    await leave(opened);
  });

  it('has the same containers open when its address is opened again, and after a page that was left', async () => {
    const opened = await openMaps();
    const { page } = opened;
    await row(page, 'Council').getByRole('button', { name: 'Open' }).click();
    await page.waitForURL(/council/);
    await page.reload();
    await row(page, 'The north').waitFor();
    expect(await row(page, 'Council').getAttribute('aria-expanded')).to.equal('true');
    await page.getByRole('link', { name: 'maps/tithe' }).click();
    await page.getByRole('heading', { level: 1, name: 'maps/tithe' }).waitFor();
    await page.goBack();
    await row(page, 'The north').waitFor();
    await leave(opened);
  });

  it('is without a container that its address says is open and that is no longer there', async () => {
    const opened = await here!.open('/repository/?open=maps//gone//gone/too');
    await row(opened.page, 'Estate maps').waitFor();
    expect(await opened.page.getByRole('alert').count()).to.equal(0);
    await leave(opened);
  });

  it('asks before an empty container is deleted by a key, and stays where it is', async () => {
    await here!.platform.call('PUT', '/repository/maps/wrong', { name: 'A mistake' });
    const opened = await openMaps();
    const { page } = opened;
    await row(page, 'A mistake').focus();
    await page.keyboard.press('Delete');
    await page.getByRole('dialog', { name: 'Delete the empty container “A mistake”?' }).waitFor();
    await expectNoFault(opened);
    await page.getByRole('button', { name: 'Delete the container' }).click();
    await row(page, 'A mistake').waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('open')).to.equal('maps//maps/estates');
    await leave(opened);
  });

  it('costs what is shown of a container of 5,000', async () => {
    const opened = await here!.open('/');
    const { page } = opened;
    const asked = await withMany(page);
    await page.goto(here!.at('/repository/?open=council'));
    await row(page, nameOf(3)).waitFor();
    expect(await page.getByRole('row').count()).to.be.below(MOST_ROWS);
    expect(asked).to.deep.equal([null]);
    const tree = page.getByRole('treegrid');
    expect(await tree.getAttribute('aria-rowcount')).to.equal('-1');
    for (let block = 1; block < MANY / 500; block++) {
      const last = 500 * block - 1;
      await page.evaluate(`scrollTo(0, document.documentElement.scrollHeight)`);
      await row(page, nameOf(last + 1)).waitFor();
      expect(await page.getByRole('row').count()).to.be.below(MOST_ROWS);
      expect(asked).to.have.length(block + 1);
      expect(asked.at(-1)).to.equal(`council/${nameOf(last)}`);
    }
    await page.evaluate(`scrollTo(0, document.documentElement.scrollHeight)`);
    await row(page, nameOf(MANY - 1)).waitFor();
    await row(page, 'Maps').waitFor();
    expect(await tree.getAttribute('aria-rowcount')).to.equal(`${MANY + 3}`);
    expect(asked).to.have.length(MANY / 500);
    await leave(opened);
  });

  describe('where a place in it is chosen', () => {
    const place = (page: Page): Promise<string> => page.getByLabel('Place in the repository').inputValue();
    const name = (page: Page, text: string) => page.getByRole('button', { name: text, exact: true });

    it('is a tree for a new deposit, by which the fields are filled', async () => {
      const opened = await here!.open('/deposits/new?under=maps/estates');
      const { page } = opened;
      await page.getByRole('row', { name: 'Estate maps', selected: true }).waitFor();
      await row(page, 'maps/tithe').getByText('Deposit in work').waitFor();
      await expectNoFault(opened);
      await name(page, 'The north').click();
      expect(await place(page)).to.equal('maps/estates/north');
      await page.getByLabel('Name', { exact: true }).fill('Survey of 1851');
      await page.getByText('It will be maps/estates/north/survey-of-1851.').waitFor();
      await name(page, 'maps/tithe').click();
      expect([await place(page), await page.getByLabel('Last part of the address').inputValue()]).to.deep.equal([
        'maps',
        'tithe',
      ]);
      await page.getByText('There is an archival group already').waitFor();
      await page.getByText('1 deposit is already for this place.').waitFor();
      await leave(opened);
    });

    it('is taken by keys, and typed', async () => {
      const opened = await here!.open('/deposits/new', NARROW_GERMAN);
      const { page } = opened;
      const field = page.getByLabel('Platz im Magazin');
      await row(page, 'Council').focus();
      await page.keyboard.press('m');
      await page.keyboard.press('ArrowRight');
      await row(page, 'Estate maps').waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Space');
      expect(await field.inputValue()).to.equal('maps/estates');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Enter');
      expect(await field.inputValue()).to.equal('maps');
      await field.fill('/maps/estates/');
      await page.getByRole('row', { name: 'Estate maps', selected: true }).waitFor();
      await expectNoFault(opened);
      await field.fill('maps//estates');
      await field.blur();
      await page.getByText('Das kann nicht der Pfad eines Behälters sein.').first().waitFor();
      await page
        .getByRole('button', { name: 'Einlieferung anlegen' })
        .and(page.locator('[aria-disabled=true]'))
        .waitFor();
      await field.fill('maps/estates/south');
      await page.getByLabel('Name', { exact: true }).fill('Survey');
      await page.getByRole('button', { name: 'Einlieferung anlegen' }).click();
      await page.getByRole('link', { name: 'maps/estates/south/survey' }).first().waitFor();
      await opened.close();
    });

    it('costs what is shown of a container of 5,000, too', async () => {
      const opened = await here!.open('/');
      const { page } = opened;
      const asked = await withMany(page);
      await page.goto(here!.at(`/deposits/new?under=council/${nameOf(300)}`));
      const chosen = page.getByRole('row', { name: nameOf(300), selected: true });
      await chosen.waitFor();
      expect(await chosen.getAttribute('tabindex')).to.equal('0');
      await chosen.focus();
      for (const block of [1, 2]) {
        await page.keyboard.press('End');
        for (let up = 0; up < 3; up++) await page.keyboard.press('ArrowUp'); // over what comes after the container
        await row(page, nameOf(500 * block)).waitFor();
        expect(await page.getByRole('row').count()).to.be.below(MOST_ROWS);
      }
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Space');
      expect(await place(page)).to.match(/^council\/c\d+$/);
      expect(asked).to.deep.equal([null, 'council/c0499', 'council/c0999']);
      await leave(opened);
    });

    it('is chosen anew for a deposit, in a dialog', async () => {
      const other = await here!.deposit({ archivalGroup: '/repository/council/minutes' }, {});
      const opened = await here!.open(`/deposits/${other}`);
      const { page } = opened;
      await page.getByRole('button', { name: 'More of this deposit' }).click();
      await page.getByRole('menuitem', { name: 'Choose another place' }).click();
      await page.getByRole('row', { name: 'Maps' }).waitFor();
      expect(await place(page)).to.equal('council');
      await expectNoFault(opened);
      await name(page, 'Maps').click();
      await page.getByText('It will be maps/minutes.').waitFor();
      await leave(opened);
    });
  });
});
