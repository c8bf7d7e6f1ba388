import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { openChromium } from '../support/browser/chromium.js';
import { freePort } from '../support/free-port.js';
import { openOwnIssuer, type OwnIssuer } from '../support/identity/own-issuer.js';
import { startTestPlatform, type TestPlatform } from '../support/test-platform.js';

interface Session {
  readonly agent?: string;
  readonly code?: string;
}

describe('signing in to the console, in Chromium', () => {
  let browser: Browser;
  let issuer: OwnIssuer;
  let platform: TestPlatform;
  let base: string;
  before(async function () {
    const opened = await openChromium();
    if (opened === null) this.skip();
    browser = opened;
    issuer = await openOwnIssuer('api://muniment');
    const port = String(await freePort());
    base = `http://localhost:${port}`; // another site than that of the issuer, for the cookies of the browser
    platform = await startTestPlatform({
      environment: {
        MUNIMENT_AUTH_ISSUER: issuer.address,
        MUNIMENT_AUTH_AUDIENCE: 'api://muniment',
        MUNIMENT_PRESERVATION_PORT: port,
        MUNIMENT_PRESERVATION_URL: base,
        MUNIMENT_HOST: 'localhost',
      },
    });
  });
  after(async () => {
    await (browser as Browser | undefined)?.close();
    await (platform as TestPlatform | undefined)?.remove();
    await (issuer as OwnIssuer | undefined)?.close();
  });

  const shown = async <T>(page: Page, path: string): Promise<T> => {
    await page.goto(`${base}/console/api/${path}`);
    return JSON.parse(await page.evaluate<string>('document.body.innerText')) as T;
  };

  it('brings a person back by way of the page of the provider, and lets them out again', async () => {
    const page = await browser.newPage({});
    expect(await shown<Session>(page, 'session')).to.have.property('code', 'session-wanted');
    await page.goto(`${base}/console/api/sign-in?back=${encodeURIComponent('/console/jobs?state=running')}`);
    expect(page.url()).to.match(new RegExp(`^${issuer.address}/authorize`));
    await page.click('button[value="ada@example.org"]');
    await page.waitForURL(`${base}/console/jobs?state=running`);
    expect(await shown<Session>(page, 'session')).to.have.property('agent', 'ada@example.org');
    expect(await shown<{ name: string }>(page, 'preservation/whoami')).to.have.property('name', 'ada@example.org');
    await shown<Session>(page, 'session');
    expect(await page.evaluate('document.cookie')).to.equal('');
    const signOut = "fetch('/console/api/sign-out', { method: 'POST' }).then((answer) => answer.json())";
    const { continue: there } = await page.evaluate<{ continue: string }>(signOut);
    await page.goto(there);
    expect(page.url()).to.equal(`${base}/console/sign-in`);
    expect(await shown<Session>(page, 'session')).to.have.property('code', 'session-wanted');
  });
});
