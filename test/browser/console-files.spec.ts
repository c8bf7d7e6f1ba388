import { expect } from 'chai';
import type { Page, Route } from 'playwright-core';
import { leave } from '../support/browser/console-page.js';
import { openConsole, type OpenedConsole } from './console.js';

const FILES = { 'objects/a/one.txt': 'one', 'objects/a/two.txt': 'two', 'objects/b/three.txt': 'three' };

describe('the files of a deposit in the console, in Chromium', () => {
  let here: OpenedConsole | null = null;
  before(async function () {
    here = await openConsole();
    if (here === null) this.skip();
  });
  after(() => here?.close());

  interface Row {
    readonly whereabouts: string;
    readonly name: string;
    readonly accessRestrictions: readonly string[];
    readonly rightsStatement: string | null;
  }
  const entry = async (depositId: string, path: string): Promise<Row | undefined> => {
    const at = `path=${path.slice(0, path.lastIndexOf('/'))}&at=${path}&limit=1`;
    const { body } = await here!.platform.call<{ entries: Row[] }>('GET', `/deposits/${depositId}/combined?${at}`);
    return body.entries[0];
  };
  const record = async (depositId: string, paths: readonly string[]): Promise<void> => {
    const { body } = await here!.platform.call<{ metsETag: string }>('GET', `/deposits/${depositId}`);
    const answer = await fetch(`${here!.platform.ready.preservation}/deposits/${depositId}/mets`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'if-match': body.metsETag },
      body: JSON.stringify(paths),
    });
    expect(answer.status).to.equal(200);
  };
  const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true });
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  const inDialog = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });

  it('are recorded by selection, where a folder means all it holds but what is taken out again', async () => {
    const depositId = await here!.deposit({}, FILES);
    const opened = await here!.open(`/deposits/${depositId}?open=objects%7Cobjects/a`);
    const { page } = opened;
    await box(page, 'objects').check();
    await box(page, 'two.txt').uncheck();
    await page.getByText('2 files, 8 bytes').waitFor();
    await button(page, 'Record in the METS').click();
    await page.getByText('2 files recorded in the METS.').waitFor();
    const paths = Object.keys(FILES);
    const found = await Promise.all(paths.map(async (path) => (await entry(depositId, path))?.whereabouts));
    expect(found).to.deep.equal(['Both', 'Deposit', 'Both']);
    await leave(opened);
  });

  it('are narrowed by state and name to a list from the whole, which the address keeps', async () => {
    const depositId = await here!.deposit({}, FILES);
    await record(depositId, ['objects/a/one.txt']);
    const opened = await here!.open(`/deposits/${depositId}?open=`);
    const { page } = opened;
    await page.getByRole('button', { name: /^Not recorded/ }).click();
    await page.getByRole('row', { name: /three\.txt/ }).waitFor();
    expect(await page.getByRole('row', { name: /one\.txt/ }).count()).to.equal(0);
    await page.getByRole('searchbox', { name: 'Part of a name' }).fill('TWO');
    await page.waitForURL(/show=not-recorded&name=TWO/);
    await page.getByRole('row', { name: /two\.txt/ }).waitFor();
    await page.getByRole('row', { name: /three\.txt/ }).waitFor({ state: 'detached' });
    await leave(opened);
  });

  it('get access, rights and a name, as the vocabularies say them', async () => {
    const depositId = await here!.deposit({}, FILES);
    await record(depositId, ['objects/a', 'objects/a/one.txt']);
    const opened = await here!.open(`/deposits/${depositId}?open=objects%7Cobjects/a&at=objects/a`);
    const { page } = opened;
    await button(page, 'Change access and rights').click();
    await page.getByRole('radio', { name: 'Closed dlip-4-closed' }).check();
    await page.getByLabel('Rights statement').selectOption({ label: 'In copyright' });
    expect(await opened.violations()).to.deep.equal([]);
    await button(page, 'Set for 1 folder').click();
    await page.getByText('Access and rights are set for 1 folder.').waitFor();
    await button(page, 'one.txt').click();
    await page.getByText('Closed from a').waitFor();
    await button(page, 'Change the name').click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('The first page');
    await button(page, 'Set the name').click();
    await page.getByRole('row', { name: /The first page/ }).waitFor();
    const { accessRestrictions, rightsStatement } = (await entry(depositId, 'objects/a'))!;
    expect(accessRestrictions).to.deep.equal(['dlip-4-closed']);
    expect(rightsStatement).to.equal('http://rightsstatements.org/vocab/InC/1.0/');
    await leave(opened);
  });

  it('are renamed by a key, and the METS follows', async () => {
    const depositId = await here!.deposit({}, FILES);
    await record(depositId, ['objects/b/three.txt']);
    const opened = await here!.open(`/deposits/${depositId}?open=objects%7Cobjects/b&at=objects/b/three.txt`);
    const { page } = opened;
    await page.getByRole('row', { name: /three\.txt/ }).focus();
    await page.keyboard.press('F2');
    const name = page.getByRole('textbox', { name: 'Name in the path' });
    await name.fill('a/b.txt');
    expect(await button(page, 'Rename').getAttribute('title')).to.contain('A slash cannot be in a name');
    expect(await opened.violations()).to.deep.equal([]);
    await name.fill('four.txt');
    await page.keyboard.press('Enter');
    await page.getByText('It is moved; its name in the path is “four.txt”.').waitFor();
    await page.getByRole('complementary', { name: 'Details of four.txt' }).waitFor();
    expect((await entry(depositId, 'objects/b/four.txt'))?.whereabouts).to.equal('Both');
    await leave(opened);
  });

  it('are moved by selection into a folder that is chosen', async () => {
    const depositId = await here!.deposit({}, FILES);
    const opened = await here!.open(`/deposits/${depositId}?open=objects%7Cobjects/a`);
    const { page } = opened;
    await box(page, 'one.txt').check();
    await box(page, 'b').check();
    await button(page, 'Move').click();
    await inDialog(page, 'objects').click();
    await inDialog(page, 'a').click();
    await button(page, 'Move it here').click();
    await page.getByText('2 files moved to objects/a.').waitFor();
    const paths = ['objects/a/one.txt', 'objects/a/b/three.txt'];
    expect(await Promise.all(paths.map(async (path) => (await entry(depositId, path)) !== undefined))).to.deep.equal([
      true,
      true,
    ]);
    await leave(opened);
  });

  it('are moved by the pointer onto a folder, after a question', async () => {
    const depositId = await here!.deposit({}, FILES);
    const opened = await here!.open(`/deposits/${depositId}?open=objects%7Cobjects/a`);
    const { page } = opened;
    const folder = page.getByRole('row', { name: /^Select b/ });
    await page.getByRole('row', { name: /two\.txt/ }).dragTo(folder);
    await page.getByRole('dialog').getByText('objects', { exact: true }).waitFor();
    await button(page, 'Move it here').click();
    await page.getByText('It is moved; its name in the path is “two.txt”.').waitFor();
    expect(await entry(depositId, 'objects/b/two.txt')).not.to.equal(undefined);
    await leave(opened);
  });

  it('are not moved over others, and the dialog says which is there', async () => {
    const depositId = await here!.deposit({}, { ...FILES, 'objects/b/one.txt': 'other' });
    const opened = await here!.open(`/deposits/${depositId}?open=objects%7Cobjects/a&at=objects/a/one.txt`);
    const { page } = opened;
    await page.getByRole('button', { name: /^Move or rename/ }).click();
    await inDialog(page, 'objects').click();
    await inDialog(page, 'b').click();
    await button(page, 'Move it here').click();
    await page.getByRole('dialog').getByText('There is something at objects/b/one.txt already').waitFor();
    await leave(opened);
  });

  it('are deleted with their folder once the number of what would be lost is typed', async () => {
    const depositId = await here!.deposit({}, FILES);
    const opened = await here!.open(`/deposits/${depositId}`);
    const { page } = opened;
    await box(page, 'a').check();
    await button(page, 'Delete').click();
    await page.getByText('The repository does not have these files.').waitFor();
    const confirm = button(page, 'Delete 2 files');
    expect(await confirm.getAttribute('aria-disabled')).to.equal('true');
    await page.getByLabel('Type the number of files that would be lost').fill('2');
    await confirm.click();
    await page.getByText('2 files deleted.').waitFor();
    await box(page, 'a').waitFor({ state: 'detached' });
    expect((await entry(depositId, 'objects/b/three.txt'))?.whereabouts).to.equal('Deposit');
    await leave(opened);
  });

  it('are taken out of the METS alone, and stay in the workspace', async () => {
    const depositId = await here!.deposit({}, FILES);
    await record(depositId, Object.keys(FILES));
    const opened = await here!.open(`/deposits/${depositId}?open=objects%7Cobjects/b&at=objects/b/three.txt`);
    const { page } = opened;
    await button(page, 'Take out of the METS').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('It stays in the workspace.').waitFor();
    expect(await dialog.getByRole('radio', { name: /^From the METS only/ }).isChecked()).to.equal(true);
    expect(await opened.violations()).to.deep.equal([]);
    await inDialog(page, 'Take out of the METS').click();
    await page.getByText('1 file taken out of the METS.').waitFor();
    expect((await entry(depositId, 'objects/b/three.txt'))?.whereabouts).to.equal('Deposit');
    await leave(opened);
  });

  it('stay selected where somebody else was faster, and are recorded by a second press', async () => {
    const depositId = await here!.deposit({}, FILES);
    const opened = await here!.open(`/deposits/${depositId}?open=objects%7Cobjects/a`);
    const { page } = opened;
    await box(page, 'one.txt').check();
    const outrun = async (route: Route): Promise<void> => {
      await record(depositId, ['objects/b/three.txt']);
      await route.continue();
    };
    await page.route(/\/mets\?/, outrun, { times: 1 });
    await button(page, 'Record in the METS').click();
    await page.getByText('Somebody else was faster.').waitFor();
    expect(await box(page, 'one.txt').isChecked()).to.equal(true);
    await page.getByText('2 files are not recorded').waitFor();
    await button(page, 'Record in the METS').click();
    await page.getByText('1 file recorded in the METS.').waitFor();
    await leave(opened);
  });

  it('are gone through, opened and selected by keys alone', async () => {
    const depositId = await here!.deposit({}, FILES);
    const opened = await here!.open(`/deposits/${depositId}?open=objects`);
    const { page } = opened;
    await page.getByRole('row', { name: /^Select objects/ }).focus();
    await page.keyboard.press('b');
    await page.keyboard.press('ArrowRight');
    await page.getByRole('row', { name: /three\.txt/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: 'Details of three.txt' }).waitFor();
    await page.keyboard.press('Space');
    await page.getByText('1 file, 5 bytes').waitFor();
    await page.keyboard.press('Shift+ArrowUp');
    await page.keyboard.press('Escape');
    await page.getByRole('toolbar', { name: 'Which files are shown' }).waitFor();
    await leave(opened);
  });

  it('stay as they are where another program writes the METS, and the buttons say why', async () => {
    const foreign = `<mets:mets xmlns:mets="http://www.loc.gov/METS/"><mets:metsHdr><mets:agent><mets:name>Kitodo</mets:name>
</mets:agent></mets:metsHdr><mets:structMap TYPE="PHYSICAL"><mets:div/></mets:structMap></mets:mets>`;
    const depositId = await here!.deposit({}, { ...FILES, 'mets.xml': foreign });
    const opened = await here!.open(`/deposits/${depositId}?at=objects/b/three.txt`);
    const { page } = opened;
    await page.getByText('The METS is written by Kitodo, and is not changed here.').waitFor();
    expect(await button(page, 'Delete from the deposit').getAttribute('title')).to.equal(
      'The METS is written by Kitodo',
    );
    await page.goto(here!.at(`/deposits/${depositId}/structure`));
    await page.getByTitle('The METS is written by Kitodo, and is not changed here').waitFor();
    await leave(opened);
  });

  it('go with their deposit once the number of what would be lost is typed', async () => {
    const depositId = await here!.deposit({ archivalGroupName: 'Not wanted' }, FILES);
    const opened = await here!.open(`/deposits/${depositId}`);
    const { page } = opened;
    await button(page, 'More of this deposit').click();
    await page.getByRole('menuitem', { name: 'Delete the deposit' }).click();
    await page.getByLabel('Type the number of files that would be lost').fill('3');
    await button(page, 'Delete deposit and files').click();
    await page.getByText('The deposit “Not wanted” is deleted.').waitFor();
    await page.waitForURL(/\/deposits$/);
    const { status } = await fetch(`${here!.platform.ready.preservation}/deposits/${depositId}`);
    expect(status).to.equal(404);
    await leave(opened);
  });
});
