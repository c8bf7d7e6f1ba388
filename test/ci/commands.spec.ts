import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect } from 'chai';
import picomatch from 'picomatch';
import { services } from '../servers/catalogue.js';
import { projectRoot } from '../support/project-root.js';
import { commands, commandsNamed, commandsOnDemand } from './commands.js';

interface MochaConfig {
  readonly spec: string | readonly string[];
  readonly ignore?: readonly string[];
}

const require = createRequire(import.meta.url);

/** A configuration of mocha, whatever spec files this process was told to run alone. */
const configOf = (name: string): MochaConfig => {
  const only = process.env['MUNIMENT_TEST_ONLY'] ?? '';
  process.env['MUNIMENT_TEST_ONLY'] = '';
  for (const path of [name, 'test/mocha.cjs']) Reflect.deleteProperty(require.cache, join(projectRoot, path));
  try {
    return require(join(projectRoot, name)) as MochaConfig;
  } finally {
    process.env['MUNIMENT_TEST_ONLY'] = only;
  }
};

/** The spec files of a configuration of mocha, by their sources. */
const specsOf = (name: string, sources: readonly string[]): readonly string[] => {
  const { spec, ignore = [] } = configOf(name);
  const [isSpec, isIgnored] = [picomatch(spec as string[]), picomatch(ignore as string[])];
  return sources.filter((path) => {
    const compiled = `dist/${path.replace(/\.ts$/, '.js')}`;
    return isSpec(compiled) && !isIgnored(compiled);
  });
};

describe('the commands of continuous integration', () => {
  let sources: readonly string[];
  before(() => {
    const words = ['ls-files', '--cached', '--others', '--exclude-standard', '--', 'test'];
    const listed = execFileSync('git', words, { cwd: projectRoot, encoding: 'utf8' });
    sources = listed.split('\n').filter((path) => path.endsWith('.spec.ts'));
  });

  it('run every spec file once, beside those of the core and those that run on the other Node as well', () => {
    const suites = ['all', 'process', 'services', 'clients', 'browser', 'fuzz', 'tools'];
    const run = suites.flatMap((name) => specsOf(`.mocharc.${name}.cjs`, sources));
    expect([...run].sort()).to.deep.equal([...sources].sort());
    const all = specsOf('.mocharc.all.cjs', sources);
    for (const name of ['.mocharc.cjs', '.mocharc.node.cjs']) {
      const some = specsOf(name, sources);
      expect(some, name).to.not.deep.equal([]);
      expect(all, name).to.include.members([...some]);
    }
  });

  it('name files that there are, where they name files', () => {
    const configs = readdirSync(projectRoot).filter((name) => name.startsWith('.mocharc.'));
    const named = configs.flatMap((name) => configOf(name).spec);
    const missing = named.filter((path) => !path.includes('*') && !existsSync(join(projectRoot, path)));
    expect(configs).to.have.length.above(5);
    expect(missing).to.deep.equal([]);
  });

  it('run every suite of specs with servers', () => {
    const named = commands.flatMap(({ script }) => /MUNIMENT_TEST_ONLY:-([^}]+)/.exec(script)?.[1]?.split(' ') ?? []);
    const isNamed = picomatch(named);
    const served = specsOf('.mocharc.services.cjs', sources).map((path) => `dist/${path.replace(/\.ts$/, '.js')}`);
    expect(served.filter((path) => !isNamed(path))).to.deep.equal([]);
  });

  it('want servers that there are', () =>
    expect(services.map(({ name }) => name)).to.include.members(commands.flatMap((command) => command.servers ?? [])));

  it('are listed in docs/testing.md', () => {
    const page = readFileSync(join(projectRoot, 'docs', 'testing.md'), 'utf8');
    const listed = [...page.matchAll(/^\| `([a-z0-9-]+)` +\|/gm)].map(([, name]) => name);
    expect(listed).to.deep.equal([...commands, ...commandsOnDemand].map(({ name }) => name));
  });

  it('are chosen by name, and refused by name where there is none', () => {
    expect(commandsNamed(['kafka', 'core']).map(({ name }) => name)).to.deep.equal(['core', 'kafka']);
    expect(commandsNamed(['node-26']).map(({ name }) => name)).to.deep.equal(['node-26']);
    expect(commandsNamed([])).to.equal(commands);
    expect(() => commandsNamed(['tea'])).to.throw('There is no command tea; there are check, core, all,');
  });
});
