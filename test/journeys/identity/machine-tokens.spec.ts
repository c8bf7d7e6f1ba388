import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { newKey, signed } from '../../support/identity/token-signer.js';
import { startProgram, type RunningProgram } from '../../support/processes/program.js';
import { until } from '../../support/scheduling/until.js';
import { startTestPlatform, type TestPlatform } from '../../support/platform/test-platform.js';
import { lasting, typedSteps, type TypedStep } from '../../support/http/replayed-page.js';
import { projectRoot } from '../../support/project-root.js';

const run = promisify(execFile);
const program = fileURLToPath(new URL('../../../infra/compose/muniment.js', import.meta.url));
const MARK = '=== next step ===';
const SERVERS = /npm run issuer$|npm start$/m;

describe('the page on machine tokens', () => {
  let steps: readonly TypedStep[];
  let data: string;
  let issuer: RunningProgram;
  let platform: TestPlatform;
  let addresses: readonly (readonly [page: string, here: string])[];
  before(async () => {
    steps = typedSteps(await readFile(join(projectRoot, 'docs/machine-tokens.md'), 'utf8'));
    data = await mkdtemp(join(tmpdir(), 'muniment-machine-tokens-'));
    issuer = startProgram({
      file: program,
      words: ['issuer'],
      env: { MUNIMENT_DATA: data, MUNIMENT_ISSUER_PORT: '0' },
    });
    const ready = JSON.parse(await issuer.firstLine()) as { issuer: string };
    const [, clients = ''] = /MUNIMENT_KNOWN_CLIENTS='(.*)'/.exec(steps.map(({ typed }) => typed).join('')) ?? [];
    platform = await startTestPlatform({
      data,
      environment: {
        MUNIMENT_AUTH_ISSUER: ready.issuer,
        MUNIMENT_AUTH_AUDIENCE: 'api://muniment',
        MUNIMENT_KNOWN_CLIENTS: clients,
      },
    });
    const stranger = { authorization: `Bearer ${signed(newKey('nobody'), {})}` };
    const isJudged = async () => (await platform.call('GET', '/whoami', undefined, stranger)).status === 401;
    await until('tokens are judged', isJudged);
    addresses = [
      ['http://127.0.0.1:8084', ready.issuer],
      ['http://127.0.0.1:8080', platform.ready.preservation],
    ];
  });
  after(async () => {
    await issuer.end('SIGTERM');
    await platform.remove();
  });
  after(() => rm(data, { recursive: true, force: true }));

  const here = (typed: string): string =>
    addresses
      .reduce((text, [page, address]) => text.replaceAll(page, address), typed)
      .replaceAll('npm run -s issuer --', `'${process.execPath}' '${program}' issuer`);
  const onPage = (answer: string): string =>
    addresses.reduce((text, [page, address]) => text.replaceAll(address, page), answer);

  it('shows what is answered to what it types', async () => {
    const tried = steps.filter(({ typed }) => !SERVERS.test(typed));
    const script = tried.map(({ typed }) => `${here(typed)}echo; echo '${MARK}'`).join('\n');
    const { stdout } = await run('bash', ['-c', script], { env: { PATH: process.env['PATH'], MUNIMENT_DATA: data } });
    const answers = onPage(stdout).split(`${MARK}\n`);
    expect(tried.filter(({ answered }) => answered !== null)).to.have.length.greaterThan(8);
    for (const [index, { typed, answered }] of tried.entries())
      if (answered !== null) expect(lasting(answers[index]!), typed).to.equal(lasting(answered));
  });
});
