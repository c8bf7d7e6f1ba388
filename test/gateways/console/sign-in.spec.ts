import { expect } from 'chai';
import { cookiesOf, openTestConsole, type TestConsole } from './signed-in.js';

const fault = (code: string): Error => Object.assign(new Error(`The provider: ${code}.`), { code });

describe('signing in to the console', () => {
  let open: TestConsole;
  beforeEach(async () => {
    open = await openTestConsole();
  });
  afterEach(() => open.close());

  const begin = (back?: string): Promise<Response> =>
    open.call(`/console/api/sign-in${back === undefined ? '' : `?back=${encodeURIComponent(back)}`}`);
  /** Comes back from the provider. */
  const complete = async (back?: string, query = 'code=c&state=the-state'): Promise<Response> => {
    const [cookie = ''] = cookiesOf(await begin(back));
    return open.call(`/console/api/signed-in?${query}`, { headers: { cookie } });
  };
  const locationOf = (answer: Response): URL => new URL(answer.headers.get('location') ?? '', open.base);
  const session = (cookie: string, headers: Record<string, string> = {}): Promise<Response> =>
    open.call('/console/api/session', { headers: { cookie, ...headers } });

  it('sends the browser to the provider, and keeps what belongs to it in a cookie that no script reads', async () => {
    const answer = await begin();
    expect(answer.status).to.equal(302);
    expect(locationOf(answer).searchParams.get('redirect_uri')).to.equal(`${open.base}/console/api/signed-in`);
    expect(answer.headers.get('set-cookie')).to.match(
      /^muniment-sign-in-\d+=[\w-]+; Path=\/console\/api\/signed-in; Max-Age=1800; HttpOnly; SameSite=Lax$/,
    );
    expect(answer.headers.get('cache-control')).to.equal('no-store');
  });

  it('comes back with a session in a cookie for the pages of the console only', async () => {
    const answer = await complete('/console/deposits?view=mine#x');
    expect(locationOf(answer).href).to.equal(`${open.base}/console/deposits?view=mine#x`);
    const [set, forgotten] = answer.headers.getSetCookie();
    expect(set).to.match(/^muniment-session-\d+=[\w-]{43}; Path=\/console; Max-Age=7200; HttpOnly; SameSite=Strict$/);
    expect(forgotten).to.match(/^muniment-sign-in-\d+=; .*Max-Age=0/);
  });

  it('has cookies for encrypted connections only, and its path, where the public address is so', async () => {
    await open.close();
    open = await openTestConsole({ publicBase: 'https://archive.example/depot' });
    expect((await begin()).headers.get('set-cookie')).to.match(
      /^__Secure-muniment-sign-in=.*; Path=\/depot\/console\/api\/signed-in; .*; SameSite=Lax; Secure$/,
    );
    expect((await complete()).headers.getSetCookie()[0]).to.match(
      /^__Secure-muniment-session=.*; Path=\/depot\/console; .*; SameSite=Strict; Secure$/,
    );
  });

  it('comes back to pages of the console, wherever a link would send the person', async () => {
    for (const back of [
      'https://evil.example/',
      '//evil.example',
      '/deposits',
      '/consolex',
      '/console/api/sign-out',
      '/console/../x',
      'javascript:1',
      '\\\\evil.example',
      '',
    ])
      expect(locationOf(await complete(back)).href, back).to.equal(`${open.base}/console/`);
  });

  it('begins at the public address for a browser on this computer that uses another name of it', async () => {
    const { port } = new URL(open.base);
    const answer = await fetch(`http://localhost:${port}/console/api/sign-in?back=/console/jobs`, {
      redirect: 'manual',
    });
    expect(answer.headers.get('location')).to.equal(`${open.base}/console/api/sign-in?back=%2Fconsole%2Fjobs`);
    expect(answer.headers.get('set-cookie')).to.equal(null);
  });

  it('says who is signed in, and where the services are, without a token', async () => {
    const answer = await session(await open.signIn('h.weber'));
    const text = await answer.text();
    expect(JSON.parse(text)).to.deep.include({ signIn: 'on', agent: 'h.weber', provider: 'id.example' });
    expect(JSON.parse(text)).to.have.nested.property('services.storage', 'http://storage.example');
    expect(text).not.to.match(/access-|refresh-/);
    expect(answer.headers.get('cache-control')).to.equal('no-store');
  });

  it('says where to sign in to a browser that has no session, and whether it had one', async () => {
    const first = await session('');
    expect(first.status).to.equal(401);
    const told = { code: 'session-wanted', signIn: 'on', provider: 'id.example' };
    expect(await first.json()).to.deep.include({ ...told, ended: false });
    const name = (await open.signIn()).split('=')[0] ?? '';
    expect(await (await session(`${name}=${'A'.repeat(43)}`)).json()).to.deep.include({ ...told, ended: true });
  });

  it('shows each person their own name', async () => {
    const [ann, ben] = [await open.signIn('ann'), await open.signIn('ben')];
    expect(await (await session(ann)).json()).to.have.property('agent', 'ann');
    expect(await (await session(ben)).json()).to.have.property('agent', 'ben');
  });

  it('fails with a page that says why, and a number that the log has, too', async () => {
    for (const [code, problem] of [
      ['login-refused', 'refused'],
      ['client-refused', 'refused'],
      ['provider-unavailable', 'unavailable'],
    ] as const) {
      open.provider.fault = fault(code);
      const [cookie = ''] = cookiesOf(await ((open.provider.fault = null), begin('/console/jobs')));
      open.provider.fault = fault(code);
      const answer = await open.call('/console/api/signed-in?code=c&state=the-state', { headers: { cookie } });
      const { pathname, searchParams } = locationOf(answer);
      expect(pathname).to.equal('/console/sign-in');
      expect(searchParams.get('problem'), code).to.equal(problem);
      expect(searchParams.get('back')).to.equal('/console/jobs');
      expect(open.lines.at(-1)?.fields).to.deep.include({ code, number: searchParams.get('number') });
      expect(cookiesOf(answer).some((each) => each.startsWith('muniment-session'))).to.equal(false);
    }
  });

  it('fails for an answer that belongs to no sign-in of this browser', async () => {
    const other = await complete(undefined, 'code=c&state=another');
    expect(locationOf(other).searchParams.get('problem')).to.equal('begun-elsewhere');
    const none = await open.call('/console/api/signed-in?code=c&state=the-state');
    expect(locationOf(none).searchParams.get('problem')).to.equal('begun-elsewhere');
    const broken = await open.call('/console/api/signed-in?code=c&state=the-state', {
      headers: { cookie: `${cookiesOf(await begin())[0]?.split('=')[0]}=bm90aGluZw` },
    });
    expect(locationOf(broken).searchParams.get('problem')).to.equal('begun-elsewhere');
  });

  it('fails for a token that is not for this platform, or names nobody', async () => {
    for (const accessToken of ['of another audience', 'access-nobody']) {
      open.provider.tokens = { ...open.provider.tokens, accessToken };
      const answer = await complete();
      expect(locationOf(answer).searchParams.get('problem'), accessToken).to.equal('token-unusable');
    }
  });

  it('ends here and at the provider, whose page the browser is told, when a person signs out', async () => {
    const cookie = await open.signIn();
    const answer = await open.call('/console/api/sign-out', { method: 'POST', headers: { cookie, origin: open.base } });
    const back = encodeURIComponent(`${open.base}/console/sign-in`);
    expect(await answer.json()).to.deep.equal({ continue: `https://id.example/logout?back=${back}` });
    expect(answer.headers.get('set-cookie')).to.match(/^muniment-session-\d+=; .*Max-Age=0/);
    expect(open.provider.ended).to.deep.equal(['refresh-ann']);
    expect((await session(cookie)).status).to.equal(401);
  });

  it('ends here although the provider does not answer', async () => {
    const cookie = await open.signIn();
    open.provider.fault = fault('provider-unavailable');
    const answer = await open.call('/console/api/sign-out', { method: 'POST', headers: { cookie, origin: open.base } });
    expect(await answer.json()).to.deep.equal({ continue: '/console/sign-in' });
    expect((await session(cookie)).status).to.equal(401);
  });

  it('ends only for a page of its own', async () => {
    const cookie = await open.signIn();
    for (const headers of [
      {},
      { origin: 'https://evil.example' },
      { origin: open.base, 'sec-fetch-site': 'cross-site' },
    ])
      expect(
        (await open.call('/console/api/sign-out', { method: 'POST', headers: { cookie, ...headers } })).status,
      ).to.equal(403);
    expect((await open.call('/console/api/sign-out', { headers: { cookie } })).status).to.equal(405);
    expect((await session(cookie)).status).to.equal(200);
  });

  it('counts at every process with the same store', async () => {
    const publicBase = 'http://archive.example';
    const { store } = open;
    const people = open.people!;
    const [one, other] = await Promise.all(
      [0, 1].map(() => openTestConsole({ publicBase, people: { ...people, store } })),
    );
    const cookie = await one!.signIn();
    const headers = { cookie };
    expect(await (await other!.call('/console/api/session', { headers })).json()).to.have.property('agent', 'ann');
    await other!.call('/console/api/sign-out', { method: 'POST', headers: { cookie, origin: publicBase } });
    expect((await one!.call('/console/api/session', { headers })).status).to.equal(401);
    await Promise.all([one!.close(), other!.close()]);
  });

  it('leaves no token and no code in the log', async () => {
    const cookie = await open.signIn();
    await session(cookie);
    await open.call('/console/api/sign-out', { method: 'POST', headers: { cookie, origin: open.base } });
    const token = cookie.split('=')[1] ?? '';
    const logged = JSON.stringify(open.lines);
    for (const secret of [token, 'access-ann', 'refresh-ann', 'the-verifier']) expect(logged).not.to.contain(secret);
  });
});

describe('the console without authentication', () => {
  let open: TestConsole;
  before(async () => {
    open = await openTestConsole({ withoutSignIn: true, sources: { hosts: new Set(), origins: new Set() } });
  });
  after(() => open.close());

  it('says so, and in whose name all work is', async () => {
    const answer = await open.call('/console/api/session');
    expect(await answer.json()).to.deep.include({ signIn: 'off', agent: 'developer', provider: null, expires: null });
  });

  it('has nothing to sign in at', async () => {
    for (const path of ['/console/api/sign-in?back=/console/jobs', '/console/api/signed-in?code=c&state=s'])
      expect((await open.call(path)).headers.get('location')).to.equal('/console/');
  });

  it('passes requests on without a token', async () => {
    expect((await open.call('/console/api/preservation/deposits?page=2')).status).to.equal(200);
    expect(open.received.at(-1)).to.deep.include({ service: 'preservation', url: '/deposits?page=2' });
    expect(open.received.at(-1)?.headers).not.to.have.property('authorization');
  });
});
