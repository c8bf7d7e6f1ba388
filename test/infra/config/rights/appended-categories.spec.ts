import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { RIGHTS } from '../../../../infra/config/rights/rights-of-roles.js';
import { APPENDED, type AppendedCategory } from '../../../../infra/config/rights/rights.js';
import type { Role } from '../../../../infra/config/roles.js';

const COMPILED = fileURLToPath(new URL('../../../../', import.meta.url));

/** The functions that append, by the category of their streams. */
const APPENDING: Readonly<Record<AppendedCategory, string>> = {
  activityRequest: 'requestActivity',
  activityStream: 'appendActivity',
  archivalGroup: 'onLedger',
  container: 'onEntry',
  deposit: 'onDeposit',
  export: 'onExport',
  importJob: 'onImportJob',
  importPlan: 'writePlan',
  job: 'onPlatformJob',
  jobTarget: 'admitJob',
  pipelineRun: 'onPipelineRun',
};

/** Where the work of a role begins: files, or folders with all their files. */
const BEGINNINGS: Readonly<Record<Role, readonly string[]>> = {
  preservation: ['gateways/preservation'],
  storage: ['gateways/storage'],
  console: ['gateways/console'],
  projector: ['projections/read-models.js', 'workers/view-checker'],
  relay: ['workers/relay.js'],
  importer: ['workers/importer/importer.js'],
  exporter: ['workers/exporter/exporter.js'],
  pipeline: ['workers/pipeline/pipeline.js'],
  steward: [
    ...['workers/platform-jobs/platform-jobs.js', 'workers/auditor/audit-job.js', 'workers/adopter/adoption-job.js'],
    ...['workers/rebuilder/rebuild-job.js', 'workers/announcer.js', 'workers/importer/sweeper.js'],
    ...[
      'workers/late-sweeper.js',
      'workers/entry-mover.js',
      'workers/stale-run-ender.js',
      'workers/process-manager.js',
    ],
    ...['commands/processes/continue-process.js', 'commands/processes/unfinished-processes.js'],
  ],
  archiver: ['workers/archiver/archiver.js', 'workers/archiver/archive-schedule.js'],
};

const IMPORT = /\b(?:import|export)\s*(?:\{([^}]*)\}\s*from\s*|\w+\s+from\s*|\(\s*)?['"](\.[^'"]+)['"]/g;

interface CompiledFile {
  readonly imports: readonly string[];
  readonly names: readonly string[];
}

const known = new Map<string, CompiledFile>();
const read = (path: string): CompiledFile => {
  const found = [...readFileSync(path, 'utf8').matchAll(IMPORT)];
  const imports = found.map(([, , from = '']) => resolve(dirname(path), from)).filter((each) => each.endsWith('.js'));
  const names = found.flatMap(([, those = '']) => those.split(',').map((name) => name.trim().replace(/ as .*/, '')));
  const file = { imports: imports.filter(existsSync), names };
  known.set(path, file);
  return file;
};

const filesIn = (path: string): readonly string[] =>
  path.endsWith('.js')
    ? [path]
    : readdirSync(path, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.js'))
        .map((name) => join(path, name));

/** The names that are imported anywhere from these files on. */
const namesFrom = (beginnings: readonly string[]): ReadonlySet<string> => {
  const seen = new Set<string>();
  const names = new Set<string>();
  const open = beginnings.flatMap((each) => filesIn(join(COMPILED, each)));
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const file = known.get(path) ?? read(path);
    for (const name of file.names) names.add(name);
    open.push(...file.imports);
  }
  return names;
};

describe('the categories of streams that roles may append to', () => {
  for (const [role, beginnings] of Object.entries(BEGINNINGS) as [Role, readonly string[]][])
    it(`are those that the code of ${role} appends to`, () => {
      const names = namesFrom(beginnings);
      expect(RIGHTS[role].appends).to.deep.equal(APPENDED.filter((category) => names.has(APPENDING[category])));
    });
});
