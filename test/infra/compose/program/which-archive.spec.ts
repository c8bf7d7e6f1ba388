import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { whichArchive } from '../../../../infra/compose/program/which-archive.js';
import { userFolder } from '../../../../infra/compose/process/user-folder.js';
import { readUserSettings } from '../../../../infra/compose/program/user-settings.js';
import { failureOf } from '../../../support/failure-of.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

describe('the archive that a command means', () => {
  const file = '/home/ada/.config/muniment/config.yaml';
  const none = { file };

  it('is ./data where nothing names another', () => {
    expect(whichArchive({}, {}, none)).to.deep.equal({ kind: 'data', path: './data', from: 'default' });
    expect(whichArchive({}, { MUNIMENT_DATA: '' }, none)).to.include({ from: 'default' });
  });

  it('is named by the options before the environment, and by that before the settings', () => {
    const options = { server: 'http://archive:8080/' };
    const environment = { MUNIMENT_DATA: '/srv/a' };
    const settings = { file, server: 'https://b.example' };
    const byOption = { kind: 'server', address: 'http://archive:8080', from: '--server' };
    expect(whichArchive(options, environment, settings)).to.deep.equal(byOption);
    expect(whichArchive({ data: 'x' }, { MUNIMENT_SERVER: 'http://a' }, settings)).to.include({ from: '--data' });
    const byEnvironment = { kind: 'data', path: '/srv/a', from: 'MUNIMENT_DATA' };
    expect(whichArchive({}, environment, settings)).to.deep.equal(byEnvironment);
    expect(whichArchive({}, {}, settings)).to.deep.equal({ kind: 'server', address: 'https://b.example', from: file });
  });

  it('is not chosen where one place names two, or an address that is none', () => {
    const two = { server: 'http://a', data: 'b' };
    const cases: readonly [() => unknown, string][] = [
      [() => whichArchive(two, {}, none), '--server and --data name two archives: leave out one.'],
      [
        () => whichArchive({}, { MUNIMENT_SERVER: 'http://a', MUNIMENT_DATA: 'b' }, none),
        'MUNIMENT_SERVER and MUNIMENT_DATA name two archives: leave out one.',
      ],
      [() => whichArchive({}, {}, { file, ...two }), `server and data in ${file} name two archives: leave out one.`],
      [
        () => whichArchive({ server: 'archive:8080' }, {}, none),
        '--server must be an http or https address, not "archive:8080".',
      ],
    ];
    for (const [choose, says] of cases)
      expect(choose).to.throw(says).that.has.property('about').that.includes({ exit: 2 });
  });
});

describe('the settings of a user', () => {
  const home = temporaryFolder();
  const environment = () => ({ XDG_CONFIG_HOME: home(), HOME: '/home/ada' });

  const write = async (text: string): Promise<string> => {
    await mkdir(join(home(), 'muniment'));
    await writeFile(join(home(), 'muniment/config.yaml'), text);
    return join(home(), 'muniment/config.yaml');
  };

  it('lie below XDG_CONFIG_HOME, else below ~/.config', () => {
    expect(userFolder({ XDG_CONFIG_HOME: '/etc/xdg', HOME: '/home/ada' })).to.equal('/etc/xdg/muniment');
    expect(userFolder({ XDG_CONFIG_HOME: 'relative', HOME: '/home/ada' })).to.equal('/home/ada/.config/muniment');
  });

  it('are none where there is no file, or an empty one', async () => {
    const file = join(home(), 'muniment/config.yaml');
    expect(await readUserSettings(environment())).to.deep.equal({ file });
    await write('\n');
    expect(await readUserSettings(environment())).to.deep.equal({ file });
  });

  it('are server, data, agent and pager', async () => {
    const file = await write('server: https://archive.example\nagent: 12\npager: less -S\n');
    const server = 'https://archive.example';
    expect(await readUserSettings(environment())).to.deep.equal({ file, server, agent: '12', pager: 'less -S' });
  });

  it('may name a folder below the home folder', async () => {
    await write('data: ~/archive');
    expect(await readUserSettings(environment())).to.include({ data: '/home/ada/archive' });
  });

  const faulty: readonly [text: string, says: RegExp][] = [
    ['archive: /srv/a', /has the unknown key "archive"\. It can have server, data, agent, pager\.$/],
    ['data: archive', /data must be an absolute path, not archive\.$/],
    ['agent: [a, b]', /agent must be a text\.$/],
    ['- a', /is not a YAML file of settings/],
    ['a: b: c', /is not a YAML file of settings/],
  ];
  for (const [text, says] of faulty)
    it(`are refused where they are "${text}"`, async () => {
      await write(text);
      const fault = await failureOf(readUserSettings(environment()));
      expect(fault).to.have.property('message').that.matches(says);
      expect(fault).to.have.property('about').that.includes({ exit: 2 });
    });
});
