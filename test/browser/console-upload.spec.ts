import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { openChromium } from '../support/browser/chromium.js';
import { leave, openConsolePage } from '../support/browser/console-page.js';
import { callOn } from '../support/http/call-on.js';
import { sha256Of } from '../support/sha256.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { HOSTILE_NAMES, killablePlatform, openConsole, type OpenedConsole } from './console.js';

const MiB = 1024 ** 2;
/** In parts of 16 MiB. */
const FILM = Buffer.alloc(40 * MiB, 'a film of forty megabytes ');

/** Writes files into a folder that a person may choose; its path. */
const folderOf = (root: string, name: string, files: Readonly<Record<string, string | Buffer>>): string => {
  for (const [path, bytes] of Object.entries(files)) {
    mkdirSync(join(root, name, path, '..'), { recursive: true });
    writeFileSync(join(root, name, path), bytes);
  }
  return join(root, name);
};

const choose = (page: Page, folder: string): Promise<void> =>
  page.locator('input[data-of=folder]').setInputFiles(folder);

/** Lets bytes go up so slowly that something can be done meanwhile; 0 as fast as they can. */
const slowly = async (page: Page, bytesPerSecond: number): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond === 0 ? -1 : bytesPerSecond,
  });
};

/** The numbers of the parts that are sent from now on, and of those that the store has taken. */
const partsOf = (page: Page): { readonly sent: readonly number[]; readonly taken: readonly number[] } => {
  const [sent, taken]: [number[], number[]] = [[], []];
  const numberOf = (url: string): number => Number(new URL(url).searchParams.get('partNumber') ?? 0);
  page.on('request', (request) => {
    const number = numberOf(request.url());
    if (request.method() === 'PUT' && number > 0) sent.push(number);
  });
  page.on('response', (response) => {
    const number = numberOf(response.url());
    if (response.request().method() === 'PUT' && response.ok() && number > 0) taken.push(number);
  });
  return { sent, taken };
};

interface Tree {
  readonly entries: readonly { readonly path: string; readonly inWorkspace?: { readonly digest: string } | null }[];
}

describe('the upload of the console, in Chromium', () => {
  const folder = temporaryFolder();
  let here: OpenedConsole | null = null;
  before(async function () {
    here = await openConsole();
    if (here === null) this.skip();
  });
  after(() => here?.close());

  /** The digests of the files of a deposit, by path. */
  const workspace = async (call: ReturnType<typeof callOn>, depositId: string): Promise<Record<string, string>> => {
    const { body } = await call<Tree>('GET', `/deposits/${depositId}/combined?path=&depth=16&limit=1000&refresh=true`);
    return Object.fromEntries(body.entries.map(({ path, inWorkspace }) => [path, inWorkspace?.digest ?? '']));
  };

  it('takes a folder whatever its files are called, small ones and large ones, and says what comes next', async () => {
    const names = Object.fromEntries(HOSTILE_NAMES.map((name) => [`odd/${name}`, name]));
    const chosen = folderOf(folder(), 'Programmes', { ...names, 'film.mov': FILM, 'empty.txt': '' });
    const depositId = await here!.deposit({ archivalGroupName: 'Programmes' }, {});
    const opened = await here!.open(`/deposits/${depositId}/upload`);
    const { page } = opened;
    await choose(page, chosen);
    await page.getByText(`${HOSTILE_NAMES.length + 2} files are in the workspace.`).waitFor();
    await page.getByText('Next: record them in the METS.').waitFor();
    await page.getByRole('button', { name: 'Record them in the METS' }).last().click();
    await page.getByText(`${HOSTILE_NAMES.length + 2} files recorded in the METS.`).waitFor();
    const found = await workspace(here!.platform.call, depositId);
    for (const name of HOSTILE_NAMES) expect(found[`objects/odd/${name}`], name).to.equal(sha256Of(name));
    expect(found['objects/film.mov']).to.equal(sha256Of(FILM));
    await leave(opened);
  });

  it('waits while the store joins the parts of a very large file', async () => {
    const chosen = folderOf(folder(), 'Long films', { 'film.mov': FILM });
    const depositId = await here!.deposit({}, {});
    const opened = await here!.open(`/deposits/${depositId}/upload`);
    const { page } = opened;
    let completions = 0;
    await page.route(/\/uploads\/[^/]+\?path=/, (route) => {
      const isFirst = route.request().method() === 'PUT' && ++completions === 1;
      return isFirst ? route.fulfill({ status: 202, headers: { 'retry-after': '1' } }) : route.continue();
    });
    await choose(page, chosen);
    await page.getByText('1 file is in the workspace.').waitFor();
    expect(completions).to.equal(2);
    const found = await workspace(here!.platform.call, depositId);
    expect(found['objects/film.mov']).to.equal(sha256Of(FILM));
    await leave(opened);
  });

  it('names each file that it leaves out, and sends it where the person wants it', async () => {
    const files = { 'Thumbs.db': 'of Windows', 'bad\u0001name.txt': 'x', 'page.txt': 'another page' };
    const chosen = folderOf(folder(), 'Pages', files);
    const depositId = await here!.deposit({}, { 'objects/page.txt': 'a page' });
    const opened = await here!.open(`/deposits/${depositId}/upload`);
    const { page } = opened;
    await choose(page, chosen);
    await page.getByText('3 files were refused and are not in the workspace.').waitFor();
    await page.getByText('the character U+0001 is not allowed in XML').waitFor();
    await page.getByRole('button', { name: 'Upload it anyway' }).click();
    await page.getByRole('button', { name: 'Replace it' }).click();
    await page.getByText('1 file was refused and is not in the workspace.').waitFor();
    await page.getByText('2 files are in the workspace.').waitFor();
    const found = await workspace(here!.platform.call, depositId);
    expect(found['objects/page.txt']).to.equal(sha256Of('another page'));
    await leave(opened);
  });

  it('goes on while other pages are shown, which tell how far it is', async () => {
    const chosen = folderOf(folder(), 'Films', { 'film.mov': FILM });
    const depositId = await here!.deposit({}, {});
    const opened = await here!.open(`/deposits/${depositId}/upload`);
    const { page } = opened;
    await slowly(page, 8 * MiB);
    await choose(page, chosen);
    await page.getByText(/part 1 of 3/).waitFor();
    await page.getByRole('link', { name: 'System' }).click();
    await page.getByRole('heading', { level: 1, name: 'System' }).waitFor();
    await page.getByRole('link', { name: /^Upload \d+ %$/ }).click();
    await slowly(page, 0);
    await page.getByText('1 file is in the workspace.').waitFor();
    await leave(opened);
  });

  it('pauses and goes on by a key, at the width of a telephone and in the dark', async () => {
    const chosen = folderOf(folder(), 'Films', { 'film.mov': FILM });
    const depositId = await here!.deposit({}, {});
    const opened = await here!.open(`/deposits/${depositId}/upload`, {
      viewport: { width: 400, height: 800 },
      colorScheme: 'dark',
    });
    const { page } = opened;
    await slowly(page, 8 * MiB);
    await choose(page, chosen);
    await page.getByText(/part 1 of 3/).waitFor();
    await page.keyboard.press('p');
    await page.getByRole('heading', { name: 'Paused: “Films” into objects' }).waitFor();
    expect(await opened.violations()).to.deep.equal([]);
    await page.keyboard.press('p');
    await slowly(page, 0);
    await page.getByText('1 file is in the workspace.').waitFor();
    await leave(opened);
  });

  it('goes on in a page that was loaded again: files and parts that are there are not sent again', async () => {
    const chosen = folderOf(folder(), 'Films', { 'film.mov': FILM, 'notes.txt': 'notes' });
    const depositId = await here!.deposit({}, {});
    const opened = await here!.open(`/deposits/${depositId}/upload`);
    await slowly(opened.page, 8 * MiB);
    await choose(opened.page, chosen);
    await opened.page.getByText(/part 1 of 3/).waitFor();
    await opened.page.getByText(/^1 of 2 files/).waitFor();
    const again = await opened.page.context().newPage();
    await opened.page.close();
    await again.goto(here!.at(`/deposits/${depositId}/upload`));
    await again.getByText(/The upload of “Films” with 2 files, begun today .*, has not ended\./).waitFor();
    const { sent } = partsOf(again);
    await choose(again, chosen);
    await again.getByText('2 files are in the workspace.').waitFor();
    expect(sent.length).to.be.lessThan(3);
    const found = await workspace(here!.platform.call, depositId);
    expect(found['objects/film.mov']).to.equal(sha256Of(FILM));
    expect(opened.faults()).to.deep.equal([]);
    await opened.close();
  });

  it('waits for somebody who signs in on another page, when the session has ended', async () => {
    const chosen = folderOf(folder(), 'Films', { 'film.mov': FILM });
    const depositId = await here!.deposit({}, {});
    const opened = await here!.open(`/deposits/${depositId}/upload`);
    const { page } = opened;
    await slowly(page, 8 * MiB);
    await choose(page, chosen);
    await page.getByText(/part 1 of 3/).waitFor();
    const refusal = { code: 'session-wanted', signIn: 'on', provider: 'id.archives.example', ended: true };
    const api = `${here!.at('/api')}/**`;
    await page.route(api, (route) => route.fulfill({ status: 401, json: refusal }));
    await slowly(page, 0);
    await page.getByRole('link', { name: 'Sign in on another page' }).waitFor();
    expect(await opened.violations()).to.deep.equal([]);
    await page.unroute(api);
    await page.getByText('1 file is in the workspace.').waitFor();
    await leave(opened);
  });
});

describe('the upload of the console over a platform that is killed, in Chromium', () => {
  const folder = temporaryFolder();
  let browser: Browser | null = null;
  before(async function () {
    browser = await openChromium();
    if (browser === null) this.skip();
  });
  after(() => browser?.close());

  it('says that nothing answers, goes on after the platform was started again, and loses no part', async () => {
    const { base, platform } = await killablePlatform(join(folder(), 'data'));
    try {
      const { body } = await callOn(base)<{ id: string }>('POST', '/deposits', { template: 'RootLevel' });
      const { page, faults, close } = await openConsolePage(browser!);
      await page.goto(`${base}/console${new URL(body.id).pathname}/upload`);
      await slowly(page, 8 * MiB);
      const parts = partsOf(page);
      await choose(page, folderOf(folder(), 'Films', { 'film.mov': FILM }));
      await page.getByText(/part 1 of 3/).waitFor();
      await platform.end();
      const [before, taken] = [parts.sent.length, [...parts.taken]];
      await page.getByText(/^The connection was lost/).waitFor();
      await platform.start();
      await slowly(page, 0);
      await page.getByText('1 file is in the workspace.').waitFor({ timeout: 60_000 });
      expect(taken).to.not.be.empty;
      expect(parts.sent.slice(before)).to.not.include.members(taken);
      const { body: tree } = await callOn(base)<Tree>(
        'GET',
        `${new URL(body.id).pathname}/combined?path=objects&limit=10&refresh=true`,
      );
      expect(tree.entries.map(({ inWorkspace }) => inWorkspace?.digest)).to.deep.equal([sha256Of(FILM)]);
      expect(faults()).to.deep.equal([]);
      await close();
    } finally {
      await platform.end();
    }
  });
});
