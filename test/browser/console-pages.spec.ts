import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions } from 'playwright-core';
import { expectNoFault } from '../support/browser/console-page.js';
import { HOSTILE_NAMES, openConsole, type OpenedConsole } from './console.js';

/** A folder for a picture of each page; none is kept without it. */
const PICTURES = process.env['MUNIMENT_TEST_PICTURES'];

/** Light and wide in English, dark and narrow in German: the other pairs differ in nothing but colours and words. */
const LOOKS: Readonly<Record<string, BrowserContextOptions>> = {
  'light-1280-en': { viewport: { width: 1_280, height: 900 }, colorScheme: 'light', locale: 'en-GB' },
  'dark-400-de': { viewport: { width: 400, height: 800 }, colorScheme: 'dark', locale: 'de-DE' },
};

const GROUP = 'theatre/programmes';
const FILES = Object.fromEntries(HOSTILE_NAMES.map((name, at) => [`objects/1923–24 season/${name}`, `${at}\n`]));

describe('every page of the console, in Chromium', () => {
  let here: OpenedConsole | null = null;
  const pages = new Map<string, string>();
  before(async function () {
    here = await openConsole();
    if (here === null) this.skip();
    const { platform, deposit, recorded, preserved } = here;
    await platform.call('PUT', '/repository/theatre');
    const first = await preserved(GROUP, { ...FILES, 'objects/notes.txt': 'first\n' });
    await preserved(GROUP, { ...FILES, 'objects/notes.txt': 'second\n', 'objects/more.txt': 'more\n' });
    const ready = await recorded('theatre/posters', { 'objects/poster 1.txt': 'one\n' });
    const open = await deposit({ archivalGroupName: 'Theatre programmes, 1920–1939' }, FILES);
    const { body } = await platform.call<{ jobs: readonly { readonly jobId: string }[] }>('GET', '/jobs?kind=import');
    const group = `/repository/${GROUP}`;
    for (const [name, path] of [
      ['home', '/'],
      ['deposits', '/deposits?active=all&sort=-created'],
      ['new deposit', '/deposits/new'],
      ['deposit', `/deposits/${open}?open=${encodeURIComponent('objects')}`],
      ['preserved deposit', `/deposits/${first}`],
      ['upload', `/deposits/${open}/upload`],
      ['import', `/deposits/${ready}/import`],
      ['import that cannot be', `/deposits/${open}/import`],
      ['tools', `/deposits/${open}/tools`],
      ['viewer of a deposit', `/deposits/${ready}/structure`],
      ['arrange', `/deposits/${ready}/structure/arrange`],
      ['mets', `/deposits/${ready}/mets`],
      ['history of a deposit', `/deposits/${first}/history`],
      ['repository', '/repository/?open=theatre'],
      ['container', '/repository/theatre'],
      ['group', group],
      ['compare', `${group}?compare=v1..v2`],
      ['storage map', `${group}?view=storage-map`],
      ['viewer of a group', `${group}?view=viewer`],
      ['history of a group', `${group}?view=history`],
      ['certificate', `${group}?view=certificate`],
      ['file', `${group}/objects/notes.txt`],
      ['search', '/search?q=season'],
      ['jobs', '/jobs'],
      ['job', `/jobs/${body.jobs[0]?.jobId ?? ''}`],
      ['activity', '/activity'],
      ['system', '/system'],
      ['nobody has to sign in', '/sign-in'],
      ['no such page', '/nowhere'],
    ] as const)
      pages.set(name, path);
    if (PICTURES !== undefined) mkdirSync(PICTURES, { recursive: true });
  });
  after(() => here?.close());

  for (const [look, options] of Object.entries(LOOKS))
    it(`is without violations of WCAG, of its policy and of its width: ${look}`, async () => {
      const opened = await here!.open('/', options);
      const { page } = opened;
      for (const [name, path] of pages)
        try {
          await page.goto(here!.at(path));
          await page.locator('h1').first().waitFor();
          await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
          if (PICTURES !== undefined)
            await page.screenshot({ path: join(PICTURES, `${name.replaceAll(' ', '-')}-${look}.png`) });
          await expectNoFault(opened);
        } catch (error) {
          throw new Error(`the page ${name}, ${path}: ${String(error)}`, { cause: error });
        }
      await opened.close();
    });
});
