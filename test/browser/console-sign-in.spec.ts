import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { openConsolePage } from '../support/browser/console-page.js';
import type { OwnIssuer } from '../support/identity/own-issuer.js';
import { openConsoleOfPeople, type ConsoleOfPeople } from './console-people.js';

interface Session {
  readonly agent?: string;
  readonly code?: string;
}

describe('signing in to the console, in Chromium', () => {
  let browser: Browser;
  let issuer: OwnIssuer;
  let base: string;
  let signIn: ConsoleOfPeople['signIn'];
  let here: ConsoleOfPeople | null = null;
  before(async function () {
    here = await openConsoleOfPeople();
    if (here === null) return this.skip();
    ({ browser, issuer, base, signIn } = here);
  });
  after(() => here?.close());

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

  it('shows each person their own name, in browsers side by side', async () => {
    const [ada, ben] = [await signIn('ada@example.org'), await signIn('ben@example.org')];
    for (const [{ page }, own, other] of [
      [ada, 'ada@example.org', 'ben@example.org'],
      [ben, 'ben@example.org', 'ada@example.org'],
    ] as const) {
      await page.reload();
      await page.getByText(own).first().waitFor();
      expect(await page.getByText(other).count()).to.equal(0);
    }
    await ada.close();
    await ben.close();
  });

  it('asks a person to sign in again where the session is over, and comes back to where they were', async () => {
    const opened = await signIn('ada@example.org', '/jobs?state=running');
    const { page } = opened;
    const [session] = (await page.context().cookies(`${base}/console`)).filter(({ name }) => /session/.test(name));
    await page.context().addCookies([{ ...session!, value: 'A'.repeat(session!.value.length) }]);
    await page.reload();
    await page.getByText('You were signed out after some hours without work.').waitFor();
    expect(await opened.violations()).to.deep.equal([]);
    await page.getByRole('link', { name: 'Sign in again' }).click();
    await page.click('button[value="ada@example.org"]');
    await page.waitForURL(`${base}/console/jobs?state=running`);
    expect(opened.faults()).to.deep.equal([]);
    await opened.close();
  });

  it('says why a person was not signed in', async () => {
    const opened = await openConsolePage(browser);
    for (const [problem, words] of [
      ['refused', 'The provider did not sign you in.'],
      ['begun-elsewhere', 'This sign-in took too long, or was begun again in another tab.'],
      ['unavailable', 'The provider does not answer now.'],
      ['token-unusable', 'says nothing that Muniment can use'],
    ]) {
      await opened.page.goto(`${base}/console/sign-in?problem=${problem}&number=4711`);
      await opened.page.getByText(words!).waitFor();
      await opened.page.getByText('4711').waitFor();
    }
    await opened.close();
  });

  it('leaves no token and no session in a page, in an address, or in what the browser keeps for scripts', async () => {
    const opened = await openConsolePage(browser);
    const { page } = opened;
    const seen: string[] = [];
    page.on('request', (request) => void seen.push(request.url()));
    page.on(
      'response',
      (response) =>
        void response.text().then(
          (text) => seen.push(text),
          () => undefined,
        ),
    );
    await page.goto(`${base}/console/api/sign-in?back=/console/system`);
    await page.click('button[value="ada@example.org"]');
    await page.waitForURL(`${base}/console/system`);
    await page.getByText('ada@example.org').first().waitFor();
    const kept =
      '[document.cookie, JSON.stringify(localStorage), JSON.stringify(sessionStorage), location.href].join()';
    seen.push(await page.content(), await page.evaluate<string>(kept));
    const [session] = (await page.context().cookies(`${base}/console`)).filter(({ name }) => /session/.test(name));
    expect(session).to.include({ httpOnly: true, sameSite: 'Strict' });
    expect(seen.filter((text) => text.includes(session!.value))).to.deep.equal([]);
    expect(
      seen.filter((text) => /\beyJ[\w-]+\.[\w-]+\.[\w-]+/.test(text)),
      'a JWT',
    ).to.deep.equal([]);
    expect(opened.faults()).to.deep.equal([]);
    await opened.close();
  });
});
