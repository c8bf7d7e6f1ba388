import { readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import { login } from '../../../infra/compose/program/logins/login-verb.js';
import { logout } from '../../../infra/compose/program/logins/logout-verb.js';
import { whoami } from '../../../infra/compose/program/logins/whoami-verb.js';
import { openArchive } from '../../../infra/compose/program/open-archive.js';
import { ownLogins } from '../../../infra/compose/logins/server-calls.js';
import type { Verb } from '../../../clients/command-line/program/verb.js';
import { collected } from '../../support/collected.js';
import { checkedDocument, checkedLines } from '../../support/command-line/json-schema.js';
import { sectionsOf, shellWords, shownCommands, withoutTimes } from '../../support/command-line/page-sessions.js';
import { keptStream, runInProgram, type ProgramRun } from '../../support/command-line/run-in-program.js';
import { failureOf } from '../../support/failure-of.js';
import { openOwnIssuer, type OwnIssuer } from '../../support/identity/own-issuer.js';
import { projectRoot } from '../../support/project-root.js';
import { until } from '../../support/scheduling/until.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { startTestPlatform, type TestPlatform } from '../../support/platform/test-platform.js';

const ADA = 'ada@example.org';
const MINUTE = 60_000;

describe('a login at a terminal', () => {
  const home = temporaryFolder();
  let issuer: OwnIssuer;
  let platform: TestPlatform;
  let server: string;
  before(async () => {
    issuer = await openOwnIssuer('api://muniment');
    platform = await startTestPlatform({
      environment: { MUNIMENT_AUTH_ISSUER: issuer.address, MUNIMENT_AUTH_AUDIENCE: 'api://muniment' },
    });
    server = platform.ready.preservation;
  });
  after(async () => {
    await platform.remove();
    await issuer.close();
  });
  beforeEach(() => {
    issuer.onCode = (code) => issuer.type(code, ADA);
  });

  const environment = (more: Record<string, string> = {}) => ({
    XDG_CONFIG_HOME: home(),
    MUNIMENT_DATA: join(home(), 'none'),
    ...more,
  });
  const run = (verb: Verb, words: readonly string[], more: ProgramRun = {}) =>
    runInProgram(verb, words, {
      changes: true,
      ...more,
      environment: environment(more.environment as Record<string, string> | undefined),
    });
  const who = (more: Record<string, string> = {}) =>
    run(whoami, [], { environment: { MUNIMENT_SERVER: server, ...more } });
  const tokenText = async (): Promise<string> => {
    const { accessToken, refreshToken } = (await ownLogins(environment()).read(server))!;
    return `${accessToken}|${refreshToken ?? ''}`;
  };
  const showsNoToken = async ({ stdout, stderr }: { stdout: string; stderr: string }): Promise<void> => {
    for (const token of (await tokenText()).split('|')) expect(stdout + stderr).to.not.contain(token);
  };

  it('shows where to type which code, and as whom the server then knows the user', async () => {
    let shown = '';
    issuer.onCode = (code) => {
      shown = code;
      return issuer.type(code, ADA);
    };
    const end = await run(login, [server]);
    expect(end).to.deep.equal({
      code: 0,
      stdout: `Logged in to ${server} as ${ADA}.\n`,
      stderr: `Open  ${issuer.address}/device  in any browser, and type  ${shown}\n`,
    });
    await showsNoToken(end);
    const seen = await who();
    expect(seen.stdout).to.match(
      new RegExp(`^${ADA} at ${server}\nlogin       of \\S+ \\S+, by ${issuer.address}\napp         muniment\n`),
    );
  });

  it('lets every verb in that speaks to the server, also after its token has ended', async () => {
    await run(login, [server]);
    const archive = await openArchive({ kind: 'server', address: server, from: '' }, { environment: environment() });
    expect(await collected(archive.children(''))).to.deep.equal([]);
    await archive.close();
    const before = await tokenText();
    const files = ownLogins(environment());
    await files.write({ ...(await files.read(server))!, until: new Date(0).toISOString() });
    expect((await who()).code).to.equal(0);
    expect(await tokenText()).to.not.equal(before);
  });

  it('is asked for where there is none', async () => {
    const open = { kind: 'server', address: server, from: '' } as const;
    const archive = await openArchive(open, { environment: environment() });
    const fault = await failureOf(collected(archive.children('')));
    expect(fault).to.have.property('message', `${server} needs a login.`);
    expect(await who()).to.deep.equal({
      code: 4,
      stdout: '',
      stderr: `muniment: ${server} needs a login.\nNext: muniment login ${server}\n`,
    });
  });

  it('is listed, and removed, after which its tokens are good for nothing', async () => {
    await run(login, [server]);
    const { stdout } = await run(login, ['--list']);
    expect(stdout).to.match(new RegExp(`^${ADA}\t\\S+Z\t${server}\n$`));
    const removed = (await ownLogins(environment()).read(server))!;
    expect(await run(logout, [server])).to.deep.equal({ code: 0, stdout: `Logged out of ${server}.\n`, stderr: '' });
    expect(await readdir(join(home(), 'muniment', 'tokens'))).to.deep.equal([]);
    const none = `muniment: There is no login for ${server}.\nNext: muniment login --list\n`;
    expect(await run(login, ['--remove', server])).to.deep.equal({ code: 1, stdout: '', stderr: none });
    await ownLogins(environment()).write({ ...removed, until: new Date(0).toISOString() });
    expect((await who()).stderr).to.match(/needs a login\. The login of \d+ \w{3} has expired\.\n/);
  });

  it('is made by a machine with the file of its secret, which is kept as a file', async () => {
    const secret = await issuer.clients.add('scanner', null);
    await writeFile(join(home(), 'secret'), secret);
    const words = [server, '--client-id', 'scanner', '--client-secret-file', join(home(), 'secret')];
    const end = await run(login, words);
    expect([end.code, end.stdout]).to.deep.equal([0, `Logged in to ${server} as scanner.\n`]);
    expect(end.stderr).to.equal(`The identity provider of ${server} is ${issuer.address}.\n`);
    const [file = ''] = await readdir(join(home(), 'muniment', 'tokens'));
    expect(await readFile(join(home(), 'muniment', 'tokens', file), 'utf8')).to.not.contain(secret);
    expect((await who()).stdout).to.match(/^scanner at /);
  });

  it('prints JSON for programs, with the code before the end', async () => {
    const made = await run(login, [server, '--json']);
    const lines = checkedLines('login', made.stdout).filter(({ type }) => type !== 'progress');
    expect(lines[0]).to.include({ type: 'code', address: `${issuer.address}/device` });
    expect(lines[1]).to.include({ ok: true, server, user: ADA, clientId: 'muniment' });
    expect(made.stderr).to.equal('');
    await showsNoToken(made);
    const listed = checkedLines('login', (await run(login, ['--list', '--json'])).stdout);
    expect(listed.map(({ type }) => type)).to.deep.equal(['login', 'summary']);
    const seen = await run(whoami, ['--json'], { environment: { MUNIMENT_SERVER: server } });
    expect(checkedDocument('whoami', seen.stdout)).to.deep.include({ ok: true, name: ADA, source: 'user' });
    const gone = await run(logout, [server, '--json']);
    expect(checkedDocument('logout', gone.stdout)).to.deep.equal({ ok: true, server, isRevoked: true });
    const again = await run(logout, [server, '--json']);
    expect(checkedDocument('logout', again.stdout)).to.have.nested.property('error.code', 'no-login');
  });

  it('ends where the person refuses, or types too late', async () => {
    issuer.onCode = (code) => issuer.type(code, '', 'deny');
    const refused = await run(login, [server]);
    expect([refused.code, refused.stdout]).to.deep.equal([4, '']);
    expect(refused.stderr).to.contain('The login was refused. Nobody was logged in.\nNext: muniment login');
    issuer.onCode = () => issuer.passMs(15 * MINUTE);
    const late = await run(login, [server]);
    issuer.passMs(-15 * MINUTE);
    expect(late.code).to.equal(4);
    expect(late.stderr).to.contain('The code has expired: it was not typed in time.');
    expect(await ownLogins(environment()).list()).to.deep.equal([]);
  });

  it('ends with 130 at Ctrl-C, and nobody is logged in', async () => {
    const stopping = new AbortController();
    issuer.onCode = () => stopping.abort(new Error('the program is to end'));
    const interruption = { signal: stopping.signal, exitCode: () => 130 };
    const { code, stderr } = await run(login, [server], { interruption });
    expect(code).to.equal(130);
    expect(stderr).to.contain('Stopped while waiting for the code to be typed. Nobody was logged in.');
  });

  it('shows how long the code is good, while it waits on a terminal', async () => {
    const out = keptStream({ columns: 80 });
    let typed = '';
    issuer.onCode = (code) => (typed = code);
    const running = run(login, [server], { terminal: { columns: 80 }, out: out.stream });
    await until('there is a code', () => Promise.resolve(typed !== ''));
    await new Promise((resolve) => setImmediate(resolve));
    await issuer.type(typed, ADA);
    expect((await running).stderr).to.match(/Waiting, 14 min left/);
  });

  it('is as the page on the terminal shows it', async () => {
    const page = readFileSync(join(projectRoot, 'docs/terminal.md'), 'utf8');
    const commands = shownCommands(sectionsOf(page).get('Logging in') ?? '');
    expect(commands).to.have.length(4);
    const verbs = new Map([login, logout, whoami].map((verb) => [verb.name, verb]));
    const onPage = (text: string): string =>
      withoutTimes(text)
        .replaceAll(server, 'https://archive.example.org')
        .replaceAll(issuer.address, 'https://id.example.org')
        .replaceAll(/[A-Z]{4}-[A-Z]{4}/g, '<code>')
        .replaceAll(/ {2,}/g, '  ');
    for (const { typed, answered } of commands) {
      const [, name = '', ...words] = shellWords(typed.replaceAll('https://archive.example.org', server));
      const verb = verbs.get(name);
      if (verb === undefined) throw new Error(`there is no verb ${name}`);
      const around = { terminal: { columns: 80 }, environment: { MUNIMENT_SERVER: server, NO_COLOR: '1' } };
      const { stdout, stderr } = await run(verb, words, around);
      const lasting = stderr.replaceAll(/\r\u001b\[2K[^\r\n]*/g, ''); // without what was erased again
      expect(onPage(`${lasting}${stdout}`), typed).to.equal(onPage(answered));
    }
  });

  it('is refused for words that do not go together', async () => {
    for (const words of [
      ['--list', server],
      ['--list', '--remove'],
      ['--remove', server, '--client-id', 'x'],
      [server, '--client-secret-file', 'x'],
      ['ftp://archive.example.org'],
      [],
    ])
      expect((await run(login, words)).code, words.join(' ')).to.equal(2);
  });

  it('is not needed for a platform without an identity provider', async () => {
    const open = await startTestPlatform();
    const { preservation } = open.ready;
    const needless = { code: 0, stdout: `${preservation} needs no login.\n`, stderr: '' };
    expect(await run(login, [preservation])).to.deep.equal(needless);
    const seen = await run(whoami, [], { environment: { MUNIMENT_SERVER: preservation } });
    expect(seen.stdout).to.match(/^developer at \S+\nlogin       none\n/);
    await open.remove();
  });

  it('is of no use on a data folder where no platform runs', async () => {
    const seen = await run(whoami, ['--json'], { environment: { MUNIMENT_AGENT: 'ada' } });
    expect(checkedDocument('whoami', seen.stdout)).to.include({ server: null, name: 'ada', source: 'computer' });
  });
});

describe('a server that means harm', () => {
  const home = temporaryFolder();
  let harm: Server;
  let server: string;
  let answers: Record<string, { readonly status?: number; readonly headers?: object; readonly body?: unknown }>;
  beforeEach(async () => {
    harm = createServer((request, response) => {
      const { status = 200, headers = {}, body = '' } = answers[request.url ?? ''] ?? { status: 404 };
      response.writeHead(status, { 'muniment-version': '0.1.0', ...headers });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
    await once(harm.listen(0, '127.0.0.1'), 'listening');
    server = `http://127.0.0.1:${(harm.address() as AddressInfo).port}`;
    answers = { '/health': {} };
  });
  afterEach(() => harm.close());

  const METADATA = '/.well-known/oauth-protected-resource';
  const rows: readonly [what: string, answer: () => (typeof answers)[string], said: string][] = [
    ['that leads elsewhere', () => ({ status: 302, headers: { location: 'https://evil.example' } }), 'status 302'],
    [
      'of another server',
      () => ({ body: { resource: 'https://bank.example' } }),
      'says that it is https://bank.example',
    ],
    ['without an end', () => ({ body: `{"resource":"${'x'.repeat(100_000)}"}` }), 'no JSON'],
    ['that is a list', () => ({ body: [] }), 'no JSON object'],
    [
      'with an issuer without encryption',
      () => ({ body: { resource: server, authorization_servers: ['http://id.example.org'] } }),
      'no https address',
    ],
    [
      'with no client',
      () => ({ body: { resource: server, authorization_servers: ['https://id.example.org'] } }),
      'names no client for people',
    ],
  ];
  for (const [what, answer, said] of rows)
    it(`is not followed to a login by an answer ${what}`, async () => {
      answers[METADATA] = answer();
      const { code, stdout, stderr } = await runInProgram(login, [server], {
        environment: { XDG_CONFIG_HOME: home() },
      });
      expect([code, stdout]).to.deep.equal([2, '']);
      expect(stderr).to.contain(said);
    });
});
