import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { forEachConcurrently } from '../../../flow/concurrently.js';
import { projectRoot } from '../../support/project-root.js';
import { ACCEPTED_SURVIVORS } from './accepted-survivors.js';
import { failureOf } from './run-specs.js';
import { SETTINGS, type ReachedSyncs } from './settings.js';
import { switchedSource } from './switched-source.js';
import type { Sync } from './syncs-in.js';

/** Where acknowledgements rest on syncs. */
const ROOM = 'infra/embedded';

/** The specs that have to notice: of the room and what it implements, but those by HTTP, which see no sync. */
const SPECS = [
  'infra/embedded/{,file-system/}*.spec.js',
  'infra/embedded/s3-server/!(http)/**/*.spec.js',
  'infra/data-folder.spec.js',
  'adapters/{event,document}-store.embedded*.spec.js',
];

const folder = join(projectRoot, '.build', 'syncs');
const compiled = join(folder, 'dist');

/** Copies the compiled project, with a switch at each sync of the room. */
const writeSwitched = (): readonly Sync[] => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(join(projectRoot, 'dist'), compiled, { recursive: true, filter: (path) => !path.endsWith('.map') });
  const all: Sync[] = [];
  for (const name of readdirSync(join(projectRoot, ROOM), { recursive: true, encoding: 'utf8' }).sort()) {
    if (!name.endsWith('.ts')) continue;
    const file = join(ROOM, name);
    const source = switchedSource(file, readFileSync(join(projectRoot, file), 'utf8'), all.length);
    if (source.syncs.length > 0) writeFileSync(join(compiled, file.replace(/ts$/, 'js')), source.compiled);
    all.push(...source.syncs);
  }
  return all;
};

/** Gives the spec files that reach a sync, by its number, those first that take the least time. */
type FilesReaching = (sync: number) => readonly string[];

const reachingIn = (recorded: string): FilesReaching => {
  const lines = readFileSync(recorded, 'utf8').trimEnd().split('\n');
  const tests = lines.map((line) => JSON.parse(line) as ReachedSyncs);
  const times = new Map<string, number>();
  for (const { file, milliseconds } of tests) times.set(file, (times.get(file) ?? 0) + milliseconds);
  return (sync) => {
    const files = new Set(tests.filter(({ syncs }) => syncs.includes(sync)).map(({ file }) => file));
    return [...files].sort((a, b) => (times.get(a) ?? 0) - (times.get(b) ?? 0));
  };
};

const runAll = async (): Promise<FilesReaching> => {
  const recorded = join(folder, 'reached');
  const failure = await failureOf({
    compiled,
    specs: SPECS.map((each) => join(compiled, 'test', each)),
    settings: { [SETTINGS.reached]: recorded },
    require: ['checks/syncs/record-reached.js'],
  });
  if (failure !== null) throw new Error(`with all syncs in their places, this fails: ${failure}`);
  return reachingIn(recorded);
};

const isSameSync = (one: Pick<Sync, 'file' | 'text'>, other: Sync): boolean =>
  one.file === other.file && other.text.includes(one.text);

/**
 * `npm run mutate -- syncs`: takes each sync of the embedded stores out, one at a time, and tells which of them no spec
 * notices. Answers whether all of these are accepted, and nothing is accepted that a spec notices.
 */
export const takeSyncsOut = async (tell: (line: string) => void): Promise<boolean> => {
  const syncs = writeSwitched();
  const reaching = await runAll();
  const survivors: Sync[] = [];
  await forEachConcurrently(syncs.entries(), { width: availableParallelism() }, async ([number, sync]) => {
    const specs = reaching(number);
    const settings = { [SETTINGS.takenOut]: String(number) };
    const failure = specs.length === 0 ? null : await failureOf({ compiled, specs, settings });
    if (failure === null) survivors.push(sync);
    tell(`${failure === null ? 'SURVIVES' : 'noticed '} ${sync.file}:${sync.line} ${sync.text} ${failure ?? ''}`);
  });
  const unguarded = survivors.filter((sync) => !ACCEPTED_SURVIVORS.some((each) => isSameSync(each, sync)));
  const needless = ACCEPTED_SURVIVORS.filter((each) => !survivors.some((sync) => isSameSync(each, sync)));
  tell(`${syncs.length} syncs: ${survivors.length} noticed by no spec, ${unguarded.length} of them not accepted`);
  for (const { file, text } of needless) tell(`accepted, though a spec notices it or it is gone: ${file} ${text}`);
  rmSync(folder, { recursive: true });
  return unguarded.length + needless.length === 0;
};
