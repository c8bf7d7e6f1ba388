import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { services } from '../servers/catalogue.js';
import { projectRoot } from '../support/project-root.js';
import { BEGIN_MINUTES, BESIDE_MINUTES, lanes, lanesNamed, lanesOnDemand } from './catalogue.js';
import { projectGraph, specsOf } from './affected/project-change.js';
import { serversOf } from './servers.js';

const sources = (): readonly string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', 'test'], {
    cwd: projectRoot,
    encoding: 'utf8',
  })
    .trim()
    .split('\n');

const noNeeds = (): readonly string[] => [];

describe('the lanes of continuous integration', () => {
  it('may take 55 minutes in all', () => {
    const minutes = lanes.reduce((sum, lane) => sum + lane.minutes, BEGIN_MINUTES + BESIDE_MINUTES);
    expect(minutes).to.be.at.most(55);
  });

  it('are told in docs/testing.md with their budgets', () => {
    const page = readFileSync(join(projectRoot, 'docs', 'testing.md'), 'utf8');
    const told = [...page.matchAll(/^\| `([a-z0-9-]+)` +\|[^|]+\| (\d+) +\|$/gm)].map(([, name, minutes]) => [
      name,
      Number(minutes),
    ]);
    expect(told).to.deep.equal([...lanes, ...lanesOnDemand].map(({ name, minutes }) => [name, minutes]));
  });

  it('hold every spec file once, beside those that run on the other Node or beside their data as well', () => {
    const files = sources();
    const held = lanes
      .filter(({ name }) => name !== 'node-24' && name !== 'with-data')
      .flatMap((lane) => specsOf(projectRoot, files, lane, noNeeds))
      .sort();
    expect(held).to.deep.equal(files.filter((path) => path.endsWith('.spec.ts')).sort());
  });

  it('run some of the specs that need no server on the other Node, and none that do', () => {
    const files = sources();
    const [specs = lanes[0], other = lanes[0]] = lanesNamed(['specs', 'node-24']);
    const all = specsOf(projectRoot, files, specs!, noNeeds);
    const some = specsOf(projectRoot, files, other!, noNeeds);
    expect(some).to.not.deep.equal([]);
    expect(some.filter((path) => !all.includes(path))).to.deep.equal([]);
  });

  it('run the specs that look at test material of others where it lies as well', () => {
    const [lane = lanes[0]!] = lanesNamed(['with-data']);
    const files = projectGraph(projectRoot, []).specsOf(lane);
    expect(files).to.include.members(['test/formats/mets/producers.spec.ts', 'test/formats/mets/create-mets.spec.ts']);
    expect(files).to.not.include('test/formats/many-items.spec.ts');
  });

  it('want servers that there are', () =>
    expect(services.map(({ name }) => name)).to.include.members([...serversOf(lanes)]));

  it('run all specs of npm test on other versions of Node, where these lanes are named', () => {
    const files = sources();
    const [specs = lanes[0]!] = lanesNamed(['specs']);
    for (const lane of lanesOnDemand)
      expect(specsOf(projectRoot, files, lane, noNeeds)).to.deep.equal(specsOf(projectRoot, files, specs, noNeeds));
    expect(lanesNamed([])).to.not.include.members([...lanesOnDemand]);
    expect(lanesNamed(['node-26']).map(({ name }) => name)).to.deep.equal(['node-26']);
  });

  it('are named by name, and told where there is none', () => {
    expect(lanesNamed(['kafka', 'specs']).map(({ name }) => name)).to.deep.equal(['specs', 'kafka']);
    expect(() => lanesNamed(['tea'])).to.throw(/there is no lane tea; there are check, specs/);
  });
});
