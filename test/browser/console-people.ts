import type { Browser } from 'playwright-core';
import { openChromium } from '../support/browser/chromium.js';
import { openConsolePage, type ConsolePage } from '../support/browser/console-page.js';
import { freePort } from '../support/free-port.js';
import { openOwnIssuer, type OwnIssuer } from '../support/identity/own-issuer.js';
import { startTestPlatform } from '../support/platform/test-platform.js';

/** A platform whose console people sign in to, and a browser. */
export interface ConsoleOfPeople {
  readonly browser: Browser;
  readonly issuer: OwnIssuer;
  /** The address of the preservation service, which is another site than that of the issuer. */
  readonly base: string;
  /** Signs a person in, in a session of their own, and shows a page of the console. */
  readonly signIn: (name: string, path?: string) => Promise<ConsolePage>;
  readonly close: () => Promise<void>;
}

/** Starts all three; null where there is no Chromium. */
export const openConsoleOfPeople = async (): Promise<ConsoleOfPeople | null> => {
  const browser = await openChromium();
  if (browser === null) return null;
  const issuer = await openOwnIssuer('api://muniment');
  const port = String(await freePort());
  const base = `http://localhost:${port}`; // another site, for the cookies of the browser
  const platform = await startTestPlatform({
    environment: {
      MUNIMENT_CONSOLE_BUILD: 'false',
      MUNIMENT_AUTH_ISSUER: issuer.address,
      MUNIMENT_AUTH_AUDIENCE: 'api://muniment',
      MUNIMENT_PRESERVATION_PORT: port,
      MUNIMENT_PRESERVATION_URL: base,
      MUNIMENT_HOST: 'localhost',
    },
  });
  return {
    browser,
    issuer,
    base,
    async signIn(name, path = '/system') {
      const opened = await openConsolePage(browser);
      await opened.page.goto(`${base}/console/api/sign-in?back=${encodeURIComponent(`/console${path}`)}`);
      await opened.page.click(`button[value="${name}"]`);
      await opened.page.waitForURL(`${base}/console${path}`);
      return opened;
    },
    async close() {
      await browser.close();
      await platform.remove();
      await issuer.close();
    },
  };
};
