import { expect } from 'chai';
import { login } from '../../infra/compose/program/logins/login-verb.js';
import { ownLogins } from '../../infra/compose/logins/server-calls.js';
import { runInProgram } from '../support/command-line/run-in-program.js';
import { openOwnIssuer } from '../support/identity/own-issuer.js';
import { openedOnce } from '../support/platform/opened.js';
import { startProgram } from '../support/processes/program.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { startTestPlatform } from '../support/platform/test-platform.js';

describe('commands at once whose login must be prolonged', () => {
  const home = temporaryFolder();
  const issuer = openedOnce(
    () => openOwnIssuer('api://muniment'),
    (each) => each.close(),
  );
  const platform = openedOnce(
    () =>
      startTestPlatform({
        environment: { MUNIMENT_AUTH_ISSUER: issuer.address, MUNIMENT_AUTH_AUDIENCE: 'api://muniment' },
      }),
    (each) => each.remove(),
  );

  it('spend its refresh token once, and all are let in', async () => {
    const server = platform.ready.preservation;
    const environment = { XDG_CONFIG_HOME: home() };
    issuer.onCode = (code) => issuer.type(code, 'ada@example.org');
    await runInProgram(login, [server], { environment });
    const files = ownLogins(environment);
    await files.write({ ...(await files.read(server))!, until: new Date(0).toISOString() });
    issuer.asked.length = 0;
    const commands = Array.from({ length: 4 }, () =>
      startProgram({ file: 'infra/compose/muniment.js', words: ['whoami', '--server', server], env: environment }),
    );
    for (const command of commands) {
      expect(await command.ended, command.said()).to.deep.equal({ code: 0, signal: null });
      expect(command.output()).to.match(/^ada@example\.org at /);
    }
    expect(issuer.asked.filter((path) => path === '/token')).to.have.length(1);
  });
});
