import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from 'chai';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** The source of axe-core, which is given to the page by the driver, past the policy of the page. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** A page of the console, and what went wrong in it. */
export interface ConsolePage {
  readonly page: Page;
  /** Errors of scripts, violations of the page's policy and texts on the browser's console, since it was opened. */
  readonly faults: () => readonly string[];
  /** What axe finds against WCAG 2.2 AA, each with the elements. */
  readonly violations: () => Promise<readonly string[]>;
  /** Whether the page is wider than its window. */
  readonly scrollsSideways: () => Promise<boolean>;
  readonly close: () => Promise<void>;
}

/** A console message that names a failed request is no fault of the page: the page tells people of it. */
const isFault = (text: string): boolean => !text.startsWith('Failed to load resource');

/** Opens a page of a browser with a session of its own. */
export const openConsolePage = async (browser: Browser, options: BrowserContextOptions = {}): Promise<ConsolePage> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB', ...options });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => void faults.push(`error: ${message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && isFault(message.text())) faults.push(message.text());
  });
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await context.exposeFunction('tellViolation', (text: string) => void faults.push(`policy: ${text}`));
  await context.addInitScript(
    `addEventListener('securitypolicyviolation', (e) => tellViolation(e.violatedDirective + ' ' + e.blockedURI + ' ' + e.sample))`,
  );
  return {
    page,
    faults: () => faults,
    violations: async () => {
      await page.evaluate(AXE);
      return page.evaluate<string[]>(
        `axe.run(document, { runOnly: ${JSON.stringify(RULES)} }).then(({ violations }) =>
          violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html }) => html.slice(0, 200)).join(' | ')))`,
      );
    },
    scrollsSideways: () => page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth'),
    close: () => context.close(),
  };
};

/** Fails where something went wrong in a page: a violation of WCAG, a fault, or a page that is wider than its window. */
export const expectNoFault = async ({ faults, violations, scrollsSideways }: ConsolePage): Promise<void> => {
  expect((await violations()).join('\n')).to.equal('');
  expect(await scrollsSideways(), 'wider than its window').to.equal(false);
  expect(faults().join('\n')).to.equal('');
};

/** Leaves a page, where nothing went wrong in it. */
export const leave = async (opened: ConsolePage): Promise<void> => {
  await expectNoFault(opened);
  await opened.close();
};
