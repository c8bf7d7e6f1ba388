import { rm } from 'node:fs/promises';
import { expect } from 'chai';
import { countedViews } from '../../../projections/read-models.js';
import { runMuniment } from '../../support/command-line/run-muniment.js';
import { checkedDocument } from '../../support/command-line/json-schema.js';
import { startTestPlatform, type TestPlatform } from '../../support/platform/test-platform.js';

const NAMES = countedViews.map(({ name }) => name);

describe('the views, at the terminal', () => {
  let platform: TestPlatform;
  before(async () => {
    platform = await startTestPlatform();
    await platform.call('PUT', '/repository/letters');
    await platform.settle();
  });
  after(() => rm(platform.data, { recursive: true, force: true }));
  const run = (...words: string[]) =>
    runMuniment(['admin', 'views', ...words], { environment: { MUNIMENT_DATA: platform.data } });
  const namesIn = (text: string): unknown[] =>
    (checkedDocument('admin', text)['views'] as { readonly name: string }[]).map(({ name }) => name);

  it('are those of the platform that runs, with its search indexes', async () => {
    const { code, stdout, stderr } = await run('--json');
    expect(code, stderr).to.equal(0);
    expect(namesIn(stdout)).to.deep.equal([...NAMES, 'search-files', 'search-deposits']);
  });

  it('are built anew by the platform, one at a time', async () => {
    const before = (await platform.call('GET', '/agents')).body;
    const { code, stdout, stderr } = await run('rebuild', 'agents');
    expect({ code, stdout }, stderr).to.deep.equal({ code: 0, stdout: 'Rebuilt agents from the event log.\n' });
    expect((await platform.call('GET', '/agents')).body).to.deep.equal(before);
    const views = await run();
    expect(views.stdout).to.match(/^agents\tup to date\t\d{20}$/m);
    const { job } = checkedDocument('admin', (await run('rebuild', 'agents', '--json')).stdout);
    expect((await platform.call('GET', `/jobs/${String(job)}`)).body).to.deep.include({ summary: { views: 1 } });
  });

  it('cannot be built where there is none of the name', async () => {
    const { code, stderr } = await run('rebuild', 'letters');
    expect(code, stderr).to.not.equal(0);
    expect(stderr).to.contain('deposits').and.to.contain('Next: muniment admin views');
  });

  it('are read from the stores where no platform runs', async () => {
    await platform.stop();
    const { code, stdout, stderr } = await run('--json');
    expect(code, stderr).to.equal(0);
    expect(namesIn(stdout)).to.deep.equal(NAMES);
  });
});
