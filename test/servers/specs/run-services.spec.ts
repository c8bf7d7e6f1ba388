import { expect } from 'chai';
import { cacheFolder } from '../cache-folder.js';
import { services } from '../catalogue.js';
import { runServices } from '../run-services.js';
import { table } from '../status.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

describe('the services command', () => {
  const cache = temporaryFolder();

  const run = async (...words: string[]): Promise<{ code: number; output: string; said: string }> => {
    const heard = { output: '', said: '' };
    const code = await runServices(words, {
      environment: { MUNIMENT_SERVICES_CACHE: cache() },
      output: (text) => (heard.output += text),
      say: (line) => (heard.said += `${line}\n`),
    });
    return { code, ...heard };
  };

  it('lists every server with its version, and the one that cannot be had', async () => {
    const { code, output } = await run('status');
    expect(code).to.equal(0);
    for (const { name, program } of services) expect(output).to.match(new RegExp(`${name} +${program.version} +no`));
    expect(output).to.contain('eventstoredb: no package registry has the server');
  });

  it('stops what does not run without complaint', async () => {
    expect(await run('stop', 'kafka')).to.deep.include({ code: 0, said: 'kafka did not run\n' });
  });

  it('tells which services there are when it is asked for another', async () => {
    const { code, said } = await run('start', 'kafak');
    expect(code).to.equal(1);
    expect(said).to.contain('no service kafak; there are kafka, mongodb');
  });

  it('says why EventStoreDB is not started', async () => {
    const { code, said } = await run('start', 'eventstoredb');
    expect(code).to.equal(1);
    expect(said).to.contain('MUNIMENT_TEST_EVENTSTORE_URL');
  });

  for (const words of [[], ['begin'], ['toString'], ['start', '--fast']])
    it(`answers '${words.join(' ')}' with 2`, async () => expect((await run(...words)).code).to.equal(2));

  it('shows its use when asked', async () => {
    const { code, output } = await run('--help');
    expect(code).to.equal(0);
    expect(output).to.contain('npm run services -- start|stop|status|install|env');
  });
});

describe('the cache folder of the services', () => {
  it('is the one that is named', () =>
    expect(cacheFolder({ MUNIMENT_SERVICES_CACHE: '/var/services' })).to.equal('/var/services'));

  it('is below the caches of the user otherwise', () => {
    expect(cacheFolder({ XDG_CACHE_HOME: '/var/caches' })).to.equal('/var/caches/muniment-services');
    expect(cacheFolder({})).to.match(/\.cache\/muniment-services$/);
  });
});

describe('a table', () => {
  it('has columns as wide as their widest cell', () =>
    expect(
      table([
        ['name', 'pid'],
        ['a-longer-name', '7'],
      ]),
    ).to.equal('name           pid\na-longer-name  7\n'));
});
