import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Lane } from '../lane.js';
import { runCi } from '../ci/run-ci.js';
import type { Servers } from '../servers.js';

const compiled = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** A tiny project with spec files of its own, and lanes over them. */
export interface SampleProject {
  readonly folder: string;
  /** One lane with these spec files, by name. */
  lane(name: string, files: Readonly<Record<string, string>>, work?: Partial<SpecLaneOptions>): Lane;
}

interface SpecLaneOptions {
  readonly parallel: boolean;
  readonly servers: readonly string[];
}

/** Passes from the second time on. */
export const FLAKY = `
import { existsSync, writeFileSync } from 'node:fs';
describe('a thing', () => {
  it('works', () => {});
  it('works every time', () => {
    const isFirst = !existsSync('seen');
    writeFileSync('seen', '');
    if (isFirst) throw new Error('it was not ready\\nas a second line tells');
  });
});`;

export const FAILING = `
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
describe('a store', () => {
  let folder;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'store-'))));
  afterEach(() => rmSync(folder, { recursive: true }));
  it('keeps what it was given', async () => {
    writeFileSync(join(folder, 'state.json'), '{"held":1}');
    const server = spawn('sh', ['-c', 'echo said for programs; echo said for people >&2']);
    server.stdout.resume();
    server.stderr.resume();
    await once(server, 'close');
    throw new Error('it holds 1 instead of 2');
  });
  it.skip('forgets', () => {});
});`;

export const PASSING = `describe('another thing', () => { it('works', () => {}); it('works again', () => {}); });`;

export const DYING = `describe('a thing that ends it all', () => { it('ends', () => process.exit(7)); });`;

export const sampleProject = (folder: string): SampleProject => ({
  folder,
  lane(name, files, { parallel = false, servers = [] } = {}) {
    mkdirSync(join(folder, name), { recursive: true });
    for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, name, `${file}.spec.mjs`), text);
    const config = {
      require: [compiled('../../support/evidence/keep-evidence.js')],
      reporter: compiled('../mocha-reporter.js'),
      spec: [`${name}/*.spec.mjs`],
      parallel,
      jobs: 2,
    };
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(config));
    return { name, about: 'a sample', minutes: 1, work: { kind: 'specs', config: `${name}.json`, servers } };
  },
});

/** What a run over a sample project has come to. */
export interface SampleRun {
  readonly isFine: boolean;
  readonly lines: readonly string[];
  readonly evidence: string;
}

const noServers: Servers = {
  start: () => Promise.resolve(true),
  stopLeftovers: () => Promise.resolve(),
  stop: () => Promise.resolve(),
};

/** Runs the lanes as continuous integration does. */
export const runSample = async (
  { folder }: SampleProject,
  lanes: readonly Lane[],
  { servers = noServers, minutesLeft = 60 }: { readonly servers?: Servers; readonly minutesLeft?: number } = {},
): Promise<SampleRun> => {
  const [work, evidence] = [join(folder, 'work'), join(folder, 'evidence')];
  for (const each of [work, evidence]) mkdirSync(each, { recursive: true });
  const said: string[] = [];
  const isFine = await runCi({
    lanes,
    servers,
    project: folder,
    work,
    evidence,
    cache: folder,
    environment: process.env,
    beganMinutes: 0,
    minutesLeft: () => minutesLeft,
    hear: (text) => said.push(text.toString()),
  });
  return { isFine, lines: said.join('').trimEnd().split('\n'), evidence };
};
