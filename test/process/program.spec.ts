import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { symlinkSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { openToRead } from '../../infra/embedded/read-only-database.js';
import { checkedDocument, checkedLines } from '../support/command-line/json-schema.js';
import { freePort } from '../support/free-port.js';
import { FREE_PORTS } from '../support/platform/own-config.js';
import { startProgram } from '../support/processes/program.js';
import { projectRoot } from '../support/project-root.js';
import { programOf, runCommand } from '../support/command-line/run-command.js';
import { startTestPlatform } from '../support/platform/test-platform.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const run = promisify(execFile);
const compiled = fileURLToPath(new URL('../../infra/compose/muniment.js', import.meta.url));

describe('the program muniment, in its process', () => {
  const folder = temporaryFolder();
  const env = (): Record<string, string> => ({ MUNIMENT_DATA: join(folder(), 'data'), XDG_CONFIG_HOME: folder() });

  it('is run by npx in its project, and through a link from anywhere', async () => {
    const own = { ...process.env, ...env() };
    const { stdout } = await run('npx', ['--no', '--', 'muniment', '--version'], { cwd: projectRoot, env: own });
    expect(stdout).to.match(/^muniment \d+\.\d+\.\d+\n$/);
    const link = join(folder(), 'muniment');
    symlinkSync(join(projectRoot, 'infra/compose/muniment.mjs'), link);
    expect((await run(link, ['--version'], { cwd: folder(), env: own })).stdout).to.equal(stdout);
  });

  it('says what it could not do, and ends with the code for it', async () => {
    const away = `http://127.0.0.1:${await freePort()}`;
    const cases = [
      [['restor'], 2, 'There is no verb "restor". Did you mean restore?', 'muniment --help'],
      [
        ['ls'],
        2,
        `There is no archive in ${env()['MUNIMENT_DATA']}.`,
        '--data <folder>, --server <address>, muniment start (new)',
      ],
      [['ls', '--server', away], 5, `${away} does not answer (connection refused).`, 'muniment start there'],
    ] as const;
    for (const [[verb, ...words], code, message, next] of cases) {
      const end = await runCommand(verb, words, { env: env() });
      expect(end).to.deep.include({ code, stdout: '', stderr: `muniment: ${message}\nNext: ${next}\n` });
    }
  });

  it('has JSON on standard output and nothing on standard error with --json, also where it fails', async () => {
    const { code, stdout, stderr } = await runCommand('ls', ['--json'], { env: env() });
    expect({ code, stderr }).to.deep.equal({ code: 2, stderr: '' });
    expect(checkedLines('ls', stdout)).to.have.nested.property('[0].error.code', 'no-archive');
  });

  it('prints one document when the platform is ready, and logs nothing else, with start --json', async () => {
    const program = startProgram({
      ...programOf('start', ['--json']),
      env: { ...FREE_PORTS, ...env(), MUNIMENT_LOG_LEVEL: 'warn' },
    });
    expect(checkedDocument('start', await program.firstLine())).to.include({ ok: true, data: env()['MUNIMENT_DATA'] });
    expect(await program.end('SIGTERM')).to.deep.equal({ code: 0, signal: null });
    expect([program.lines().length, program.said()]).to.deep.equal([1, '']);
  });

  it('waits for a data folder in use as long as --wait says, with start too', async () => {
    await (await startTestPlatform({ data: env()['MUNIMENT_DATA'] ?? '' })).stop();
    const reader = openToRead(join(env()['MUNIMENT_DATA'] ?? '', 'events.sqlite'));
    const end = await runCommand('start', ['--wait', '0'], { env: { ...FREE_PORTS, ...env() } });
    reader.close();
    expect(end).to.include({ code: 5, stdout: '' });
    expect(end.stderr).to.match(/^muniment: The archive \S+ is in use by [^\n]*\.\nNext: --wait 1h\n$/m);
  });

  it('ends quietly where nobody reads its answer', () => {
    for (const reader of ['head -c 0', 'true', 'head -1']) {
      const script = `set -o pipefail; '${process.execPath}' '${compiled}' --help | ${reader} > /dev/null`;
      const { status, stderr } = spawnSync('bash', ['--norc', '-c', script], {
        encoding: 'utf8',
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      expect({ status, stderr }, reader).to.deep.equal({ status: 0, stderr: '' });
    }
  });

  describe('while it waits for a server', () => {
    let server: Server;
    beforeEach(async () => {
      server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
    });
    afterEach(() => server.close());

    for (const [signal, code] of [
      ['SIGINT', 130],
      ['SIGTERM', 143],
      ['SIGHUP', 129],
    ] as const)
      it(`is ended by ${signal}, and says so`, async () => {
        const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
        const program = startProgram({ ...programOf('ls', ['--server', address]), env: env() });
        await once(server, 'connection');
        expect(await program.end(signal)).to.deep.equal({ code, signal: null });
        expect(program.said()).to.equal('muniment: Stopped before the end.\n');
      });
  });
});
