import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { decode } from 'jsonwebtoken';
import { ApiFault } from '../../../../clients/api/api-fault.js';
import { CommandFault } from '../../../../clients/command-line/command-fault.js';
import { ownLogins, serverCalls } from '../../../../infra/compose/logins/server-calls.js';
import type { StoredLogin } from '../../../../infra/compose/logins/stored-login.js';
import { openOwnIssuer, type OwnIssuer } from '../../../support/identity/own-issuer.js';
import { failureOf } from '../../../support/failure-of.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

const DEVICE = 'urn:ietf:params:oauth:grant-type:device_code';
const INVALID = 'Bearer realm="muniment", error="invalid_token"';
const UNNAMED = 'Bearer realm="muniment"';

describe('calls of a server', () => {
  const home = temporaryFolder();
  let issuer: OwnIssuer;
  let archive: Server;
  let server: string;
  let metadata: object;
  let time: Date;
  before(async () => {
    issuer = await openOwnIssuer('api://muniment');
    archive = createServer((_, response) => void response.end(JSON.stringify(metadata)));
    await once(archive.listen(0, '127.0.0.1'), 'listening');
    server = `http://127.0.0.1:${(archive.address() as AddressInfo).port}`;
  });
  after(async () => {
    archive.close();
    await issuer.close();
  });
  beforeEach(() => {
    metadata = { resource: server, authorization_servers: [issuer.address], scopes_supported: ['openid'] };
    time = new Date();
    issuer.asked.length = 0;
  });

  const environment = (more: Record<string, string> = {}) => ({ XDG_CONFIG_HOME: home(), ...more });
  const calls = (more: Record<string, string> = {}) => serverCalls(server, environment(more), () => time);
  const refuse = (sent: Readonly<Record<string, string>>, challenge = INVALID) => ({
    ...{ sent, challenge, method: 'GET', url: `${server}/children` },
    fault: new ApiFault('No', { status: 401 }),
  });
  const told = async (work: () => Promise<unknown>): Promise<object> => {
    const error = await failureOf(Promise.resolve().then(work));
    expect(error).to.be.instanceOf(CommandFault);
    const { message, about } = error as CommandFault;
    return { message, exit: about.exit, next: about.next };
  };
  const userIn = ({ authorization = '' }: Readonly<Record<string, string>>): unknown =>
    (decode(authorization.slice('Bearer '.length)) as Record<string, unknown> | null)?.['preferred_username'];

  const post = async (path: string, form: Record<string, string>): Promise<Record<string, string>> => {
    const answer = await fetch(`${issuer.address}${path}`, { method: 'POST', body: new URLSearchParams(form) });
    return (await answer.json()) as Record<string, string>;
  };
  /** A login of Ada, whose first token has ended. */
  const logIn = async (changes: Partial<StoredLogin> = {}): Promise<StoredLogin> => {
    const begun = await post('/device_authorization', { client_id: 'muniment' });
    await issuer.type(begun['user_code'] ?? '', 'ada@example.org');
    const form = { grant_type: DEVICE, client_id: 'muniment', device_code: begun['device_code'] ?? '' };
    const tokens = await post('/token', form);
    const login: StoredLogin = {
      server,
      issuer: issuer.address,
      clientId: 'muniment',
      scopes: ['openid'],
      secretFile: null,
      user: 'ada@example.org',
      since: '2026-10-12T10:00:00.000Z',
      accessToken: tokens['access_token'] ?? '',
      until: time.toISOString(),
      refreshToken: tokens['refresh_token'] ?? '',
      ...changes,
    };
    await ownLogins(environment()).write(login);
    issuer.asked.length = 0;
    return login;
  };
  const refreshes = (): number => issuer.asked.filter((path) => path === '/token').length;

  it('have no token without a login, and say so where one is needed', async () => {
    expect(await calls()()).to.deep.equal({});
    expect(await told(() => calls()(refuse({}, UNNAMED)))).to.deep.equal({
      message: `${server} needs a login.`,
      exit: 4,
      next: `muniment login ${server}`,
    });
  });

  it('have the token of the login until shortly before its end', async () => {
    const { accessToken } = await logIn({ until: new Date(time.getTime() + 1_000).toISOString() });
    const own = calls();
    expect(await own()).to.deep.equal({ authorization: `Bearer ${accessToken}` });
    time = new Date(time.getTime() + 1_000);
    const renewed = await own();
    expect(renewed['authorization']).to.not.contain(accessToken);
    expect(userIn(renewed)).to.equal('ada@example.org');
    expect(await calls()()).to.deep.equal(renewed);
    expect(refreshes()).to.equal(1);
  });

  it('never have the token of another server', async () => {
    await logIn();
    const other = serverCalls('http://127.0.0.1:1', environment(), () => time);
    expect(await other()).to.deep.equal({});
  });

  it('share one refresh token, whichever commands run at once', async () => {
    await logIn();
    const own = calls();
    const all = await Promise.all([own(), own(), ...Array.from({ length: 4 }, () => calls()())]);
    expect(new Set(all.map(({ authorization }) => authorization))).to.have.property('size', 1);
    expect(refreshes()).to.equal(1);
  });

  it('get a new token where the server refuses theirs, and give up where it refuses that, too', async () => {
    await logIn({ until: new Date(time.getTime() + 60_000).toISOString() });
    const own = calls();
    const first = await own();
    const second = await own(refuse(first));
    expect(userIn(second)).to.equal('ada@example.org');
    expect(second).to.not.deep.equal(first);
    expect(await own(refuse(first)), 'a call that was under way').to.deep.equal(second);
    expect(await told(() => own(refuse(second)))).to.deep.equal({
      message: `${server} needs a login. The login of 12 Oct has expired.`,
      exit: 4,
      next: `muniment login ${server}`,
    });
    expect(refreshes()).to.equal(1);
  });

  for (const [what, changes] of [
    ['cannot be prolonged', { refreshToken: null }],
    ['was ended by the provider', { refreshToken: 'another' }],
  ] as const)
    it(`tell of a login that has expired, and ${what}`, async () => {
      await logIn(changes);
      expect(await told(() => calls()())).to.include({
        message: `${server} needs a login. The login of 12 Oct has expired.`,
        exit: 4,
      });
    });

  it('try the token that is about to end where the provider is away', async () => {
    const { accessToken } = await logIn({ issuer: 'http://127.0.0.1:1' });
    expect(await calls()()).to.deep.equal({ authorization: `Bearer ${accessToken}` });
  });

  it('have the token of the environment rather than a login', async () => {
    await logIn();
    const own = calls({ MUNIMENT_TOKEN: 'given.token' });
    expect(await own()).to.deep.equal({ authorization: 'Bearer given.token' });
    expect(await told(() => own(refuse({ authorization: 'Bearer given.token' })))).to.include({
      message: `${server} needs a login. It refuses the token in MUNIMENT_TOKEN.`,
      exit: 4,
    });
  });

  it('show no part of a token that cannot be one', async () => {
    const { message } = (await told(async () => calls({ MUNIMENT_TOKEN: 'secret\nx' })())) as { message: string };
    expect(message).to.equal('MUNIMENT_TOKEN has characters that no token has.');
  });

  describe('of a client that the environment names', () => {
    const named = async (secret: string) => {
      const file = join(home(), 'secret');
      await writeFile(file, `${secret}\n`);
      return {
        MUNIMENT_CLIENT_ID: 'scanner',
        MUNIMENT_CLIENT_SECRET_FILE: file,
        MUNIMENT_AUTH_ISSUER: issuer.address,
      };
    };

    it('have its token and its name', async () => {
      await logIn();
      const own = calls(await named(await issuer.clients.add('scanner', null)));
      const headers = await own();
      expect(headers['x-client-identity']).to.equal('scanner');
      expect(decode(headers['authorization']?.slice(7) ?? '')).to.include({ azp: 'scanner' });
      expect(await own()).to.deep.equal(headers);
      expect(refreshes()).to.equal(1);
    });

    it('say that the provider refuses it, and nothing of its secret', async () => {
      const wrong = await named('not-its-secret');
      const fault = (await told(() => calls(wrong)())) as { message: string; exit: number };
      expect(fault.exit).to.equal(4);
      expect(fault.message).to.contain('invalid_client').and.not.contain('not-its-secret');
    });

    it('have no token where the server needs no login', async () => {
      metadata = { resource: server };
      expect(await calls(await named('any'))()).to.deep.equal({});
    });

    it('need the client, its secret and its provider', async () => {
      const { MUNIMENT_AUTH_ISSUER: provider, ...withoutProvider } = await named('any');
      const withoutSecret = { MUNIMENT_CLIENT_ID: 'scanner', MUNIMENT_AUTH_ISSUER: provider };
      const noFile = { ...withoutSecret, MUNIMENT_CLIENT_SECRET_FILE: join(home(), 'none') };
      for (const environment of [withoutProvider, withoutSecret, noFile])
        expect(await told(async () => calls(environment)())).to.include({ exit: 2 });
    });

    it('do not send the secret to another provider that the server names', async () => {
      const own = { ...(await named('any')), MUNIMENT_AUTH_ISSUER: 'https://id.example.org' };
      const fault = (await told(() => calls(own)())) as { message: string; exit: number };
      expect(fault.exit).to.equal(4);
      expect(fault.message).to.contain('https://id.example.org/').and.contain(server);
      expect(refreshes()).to.equal(0);
    });

    const hostile: readonly [what: string, answer: () => object, said: string][] = [
      [
        'an issuer without encryption',
        () => ({ authorization_servers: ['http://id.example.org'] }),
        'no https address',
      ],
      ['an issuer that is no address', () => ({ authorization_servers: ['\u001b[2J'] }), '\\x1b[2J'],
      ['another server', () => ({ resource: 'https://bank.example.org' }), 'says that it is https://bank.example.org'],
    ];
    for (const [what, answer, said] of hostile)
      it(`do not send the secret where the server names ${what}`, async () => {
        const given = await named(await issuer.clients.add('scanner', null));
        metadata = { ...metadata, ...answer() };
        const { message } = (await told(() => calls(given)())) as { message: string };
        expect(message).to.contain(said);
        expect(issuer.asked).to.deep.equal([]);
      });
  });

  describe('of a caller without the right', () => {
    const forbid = (method: string, path: string, problem = {}) => ({
      ...{ sent: { authorization: 'Bearer any' }, challenge: '', method, url: `${server}${path}` },
      fault: new ApiFault('No', { status: 403, problem }),
    });
    const rows: readonly [refused: () => ReturnType<typeof forbid>, message: string, next: string][] = [
      [
        () => forbid('PUT', '/repository/letters/Brief%20an%20Clara?x'),
        'ada@example.org may not change letters/Brief an Clara.',
        'ask who runs the archive',
      ],
      [() => forbid('POST', '/deposits'), 'ada@example.org may not change the archive.', 'ask who runs the archive'],
      [
        () => forbid('GET', '/versions/letters/1911', { detail: 'Not from here.', advice: 'Come in.' }),
        'ada@example.org may not read letters/1911. The server says: Not from here.',
        'Come in.',
      ],
    ];
    for (const [refused, message, next] of rows)
      it(`say: ${message}`, async () => {
        await logIn({ until: new Date(time.getTime() + 60_000).toISOString() });
        const own = calls();
        await own();
        expect(await told(() => own(refused()))).to.deep.equal({ message, exit: 4, next });
      });

    it('leave the words of the server where there is no login', async () =>
      expect(await calls()({ ...forbid('GET', '/children'), sent: {} })).to.deep.equal({}));
  });

  it('tell a caller whom nothing names', async () =>
    expect(await told(() => calls()(refuse({ authorization: 'Bearer good' }, UNNAMED)))).to.include({
      message: `${server} does not know who is calling: the token names neither a user nor a known client.`,
      exit: 4,
    }));
});
