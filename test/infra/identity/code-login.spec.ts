import { expect } from 'chai';
import { decode } from 'jsonwebtoken';
import type { ConsoleSessionStore } from '../../../commands/console-sessions/console-sessions.js';
import { tokenIdentity } from '../../../gateways/identity/token-identity.js';
import { codeLogin } from '../../../infra/identity/code-login.js';
import { keyCache } from '../../../infra/identity/key-cache.js';
import { loadKeys } from '../../../infra/identity/provider.js';
import { tokenVerifier, type TokenRules } from '../../../infra/identity/token-verifier.js';
import { memorySessions, openTestConsole, type TestConsole } from '../../gateways/console/signed-in.js';
import { testBrowser, type OpenedPage, type TestBrowser } from '../../support/identity/browser.js';
import { openOwnIssuer } from '../../support/identity/own-issuer.js';
import { openPeopleProvider, PEOPLE_CLIENT } from '../../support/identity/people-provider.js';

const AUDIENCE = 'api://muniment';
const HOUR = 3_600_000;

/** A provider, and how a person signs in at its pages. */
interface Tried {
  readonly issuer: string;
  /** Ends where the browser comes back to an address that begins with `until`. */
  readonly signIn: (browser: TestBrowser, page: OpenedPage, user: string, until: string) => Promise<OpenedPage>;
  readonly refuse: (browser: TestBrowser, page: OpenedPage, until: string) => Promise<OpenedPage>;
  readonly close: () => Promise<void>;
}

const ownIssuer = async (): Promise<Tried> => {
  const { address, close } = await openOwnIssuer(AUDIENCE);
  return {
    issuer: address,
    signIn: (browser, page, user, until) => browser.send(page, { user, decision: 'allow' }, until),
    refuse: (browser, page, until) => browser.send(page, { decision: 'deny' }, until),
    close,
  };
};

const oidcProvider = async (): Promise<Tried> => {
  const provider = await openPeopleProvider(AUDIENCE);
  return {
    issuer: provider.issuer,
    signIn: async (browser, page, user, until) => {
      const consent = await browser.send(page, { login: user, password: 'any' }, until);
      return consent.text === '' ? consent : browser.send(consent, {}, until);
    },
    refuse: (browser, page, until) =>
      browser.open(new URL(`${new URL(page.address).pathname}/abort`, page.address).href, until),
    close: () => provider.close(),
  };
};

for (const [name, open] of [
  ['the local issuer', ownIssuer],
  ['oidc-provider', oidcProvider],
] as const)
  describe(`signing in to the console at ${name}`, () => {
    let tried: Tried;
    let console: TestConsole;
    let browser: TestBrowser;
    let ahead: number;
    before(async () => {
      tried = await open();
    });
    after(() => tried.close());
    beforeEach(async () => {
      ahead = 0;
      const now = (): number => Date.now() + ahead;
      const issuer = new URL(tried.issuer);
      const client = { issuer, clientId: PEOPLE_CLIENT, secret: null, scopes: ['openid', 'offline_access'] };
      const rules: TokenRules = { audiences: [AUDIENCE], clockSkewSeconds: 30 };
      const verify = tokenVerifier(
        keyCache(() => loadKeys(issuer), Date.now),
        rules,
        Date.now,
      );
      const store: ConsoleSessionStore = {
        ...memorySessions(),
        now: () => new Date(now()),
        idleMs: 8 * HOUR,
        longestMs: 24 * HOUR,
      };
      const people = { provider: codeLogin(client, now), store, identify: tokenIdentity(verify, new Map()) };
      console = await openTestConsole({ people });
      browser = testBrowser();
    });
    afterEach(() => console.close());

    const begin = (): Promise<OpenedPage> => browser.open(`${console.base}/console/api/sign-in?back=/console/jobs`);
    const signIn = async (user = 'ada@example.org'): Promise<OpenedPage> =>
      tried.signIn(browser, await begin(), user, `${console.base}/console/jobs`);
    const session = async (): Promise<Record<string, unknown>> =>
      JSON.parse((await browser.open(`${console.base}/console/api/session`)).text) as Record<string, unknown>;
    /** The token that the service is sent. */
    const used = async (): Promise<string> => {
      await browser.open(`${console.base}/console/api/preservation/whoami`);
      return (console.received.at(-1)?.headers.authorization ?? '').replace('Bearer ', '');
    };

    it('brings a person back to the page they wanted, by their name', async () => {
      expect((await signIn()).address).to.equal(`${console.base}/console/jobs`);
      expect(await session()).to.deep.include({
        signIn: 'on',
        agent: 'ada@example.org',
        provider: new URL(tried.issuer).host,
      });
      expect(decode(await used())).to.include({ aud: AUDIENCE, preferred_username: 'ada@example.org' });
    });

    it('keeps one person from another', async () => {
      await signIn();
      const other = testBrowser();
      const page = await other.open(`${console.base}/console/api/sign-in?back=/console/jobs`);
      await tried.signIn(other, page, 'ben@example.org', `${console.base}/console/jobs`);
      const told = await other.open(`${console.base}/console/api/session`);
      expect(JSON.parse(told.text)).to.have.property('agent', 'ben@example.org');
      expect(await session()).to.have.property('agent', 'ada@example.org');
    });

    it('says that the person refused', async () => {
      const back = await tried.refuse(browser, await begin(), `${console.base}/console/sign-in`);
      expect(new URL(back.address).searchParams.get('problem')).to.equal('refused');
      expect(await session()).to.have.property('code', 'session-wanted');
    });

    it('gets new tokens when the first have ended', async () => {
      await signIn();
      const first = await used();
      ahead += 2 * HOUR;
      const second = await used();
      expect(second).not.to.equal(first);
      ahead += 2 * HOUR;
      expect([first, second]).not.to.include(await used());
    });

    it('ends at the provider, too, when the person signs out', async () => {
      await signIn();
      const answer = await browser.post(`${console.base}/console/api/sign-out`);
      const { continue: there } = JSON.parse(answer.text) as { readonly continue: string };
      expect(there.startsWith(tried.issuer)).to.equal(true);
      expect(new URL(there).searchParams.get('post_logout_redirect_uri')).to.equal(`${console.base}/console/sign-in`);
      expect(there).not.to.contain('id_token');
      expect(await session()).to.deep.include({ code: 'session-wanted' });
    });
  });
