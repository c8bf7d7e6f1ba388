import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { CommandFault } from '../../../../clients/command-line/command-fault.js';
import { loginFiles } from '../../../../infra/compose/logins/login-files.js';
import type { StoredLogin } from '../../../../infra/compose/logins/stored-login.js';
import { failureOf } from '../../../support/failure-of.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

const login: StoredLogin = {
  server: 'https://archive.example.org',
  issuer: 'https://id.example.org',
  clientId: 'muniment',
  scopes: ['openid'],
  secretFile: null,
  user: 'ada@example.org',
  since: '2026-10-12T10:00:00.000Z',
  accessToken: 'access.token',
  until: '2026-10-12T11:00:00.000Z',
  refreshToken: 'refresh token of any characters',
};

describe('the logins of a user', () => {
  const parent = temporaryFolder();
  const folder = (): string => join(parent(), 'muniment', 'tokens');
  const files = () => loginFiles(folder());
  const path = (): string => join(folder(), 'https%3A%2F%2Farchive.example.org.json');
  const modeOf = async (what: string): Promise<number> => (await stat(what)).mode & 0o777;
  const told = async (work: Promise<unknown>): Promise<object> => {
    const error = await failureOf(work);
    expect(error).to.be.instanceOf(CommandFault);
    const { message, about } = error as CommandFault;
    return { message: message.replaceAll(parent(), '~'), ...about };
  };

  it('are files of their owner alone, one for each server', async () => {
    await files().write(login);
    await files().write({ ...login, server: 'http://[::1]:8080' });
    expect(await readdir(folder())).to.have.members([
      'https%3A%2F%2Farchive.example.org.json',
      'http%3A%2F%2F%5B%3A%3A1%5D%3A8080.json',
    ]);
    expect([await modeOf(folder()), await modeOf(path())]).to.deep.equal([0o700, 0o600]);
    expect(await files().read(login.server)).to.deep.equal(login);
    expect((await files().list()).map(({ server }) => server)).to.deep.equal(['http://[::1]:8080', login.server]);
  });

  it('are none before the first, and none after their removal', async () => {
    expect([await files().list(), await files().read(login.server)]).to.deep.equal([[], null]);
    await files().write(login);
    expect([await files().remove(login.server), await files().remove(login.server)]).to.deep.equal([true, false]);
    expect(await files().list()).to.deep.equal([]);
  });

  it('get a folder of their own back from others', async () => {
    await mkdir(folder(), { recursive: true });
    await chmod(folder(), 0o755);
    await files().write(login);
    expect(await modeOf(folder())).to.equal(0o700);
  });

  it('are not used where others can read them', async () => {
    await files().write(login);
    await chmod(path(), 0o640);
    const file = path().replace(parent(), '~');
    expect(await told(files().read(login.server))).to.deep.equal({
      message: `The login in ${file} was not used: others can read or change it (mode 0640).`,
      code: 'login-not-private',
      exit: 2,
      next: `chmod 600 ${path()}`,
    });
    expect(await files().remove(login.server)).to.equal(true);
  });

  const damages: readonly [what: string, text: (good: string) => string][] = [
    ['was cut off', (good) => good.slice(0, -10)],
    ['is empty', () => ''],
    ['is a list', () => '[]'],
    ['lacks its token', (good) => good.replace('accessToken', 'other')],
    ['has a token that would be two headers', (good) => good.replace('access.token', 'a\\r\\nx: y')],
    ['is of another server', (good) => good.replace('archive.example.org', 'evil.example.org')],
  ];
  for (const [what, text] of damages)
    it(`are refused where a file ${what}, with no word of its content`, async () => {
      await files().write(login);
      await writeFile(path(), text(await readFile(path(), 'utf8')));
      const file = path().replace(parent(), '~');
      expect(await told(files().read(login.server))).to.deep.equal({
        message: `${file} is not a login for https://archive.example.org.`,
        code: 'login-damaged',
        exit: 2,
        next: 'muniment login https://archive.example.org',
      });
    });

  it('are changed by one at a time', async () => {
    const steps: string[] = [];
    const work = (name: string) => async (): Promise<void> => {
      steps.push(`${name} begins`);
      await new Promise((resolve) => setImmediate(resolve));
      steps.push(`${name} ends`);
    };
    await Promise.all([files().alone(work('a')), files().alone(work('b'))]);
    expect(steps).to.satisfy(([first, second]: string[]) => second === first?.replace('begins', 'ends'));
    expect(steps).to.have.length(4);
  });
});
