import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freePorts, isFree, type PortRange } from './free-ports.js';
import { programFolder } from './install.js';
import { isRunning, type ProcessIdentity } from './process-identity.js';
import { endProcess, launch } from './processes.js';
import { ServiceFault } from './service-fault.js';
import type { Place, Service } from './service.js';
import { readState, remember, type Entry } from './state.js';
import { holdsWithin } from '../support/scheduling/holds-within.js';

/** A server that does not serve after this time is not waited for any longer. */
const READY_MS = 90_000;

const placeFolder = (cache: string, { name }: Service): string => join(cache, 'data', name);

/** Where a server runs, by what is remembered of it. */
export const placeOf = (cache: string, service: Service, { ports, credential }: Entry): Place => ({
  program: programFolder(cache, service.program),
  folder: placeFolder(cache, service),
  log: join(cache, 'logs', `${service.name}.log`),
  ports,
  credential,
});

const freshEntry = async (service: Service, range: PortRange): Promise<Entry> => {
  const [first, ...others] = await freePorts(service.ports, range);
  if (first === undefined) throw new ServiceFault(`${service.name} needs a port`);
  const accessKeyId = `AK${randomBytes(9).toString('hex').toUpperCase()}`;
  return {
    ports: [first, ...others],
    credential: { accessKeyId, secretAccessKey: randomBytes(20).toString('hex') },
    process: null,
  };
};

const allFree = async (ports: readonly number[]): Promise<boolean> => {
  for (const port of ports) if (!(await isFree(port))) return false;
  return true;
};

/** What was kept goes on where it was; servers write their addresses into their data, so new ports want new data. */
const entryFor = async (cache: string, service: Service, range: PortRange): Promise<Entry> => {
  const kept = readState(cache)[service.name];
  if (kept !== undefined && (await allFree(kept.ports))) return kept;
  await rm(placeFolder(cache, service), { recursive: true, force: true });
  return freshEntry(service, range);
};

const endOf = (log: string): string =>
  readFileSync(log, 'utf8').trim().split('\n').slice(-3).join(' | ').slice(-600) || 'it said nothing';

type ServerState = 'starting' | 'ready' | 'gone';

const untilReady = async (service: Service, place: Place, process: ProcessIdentity): Promise<void> => {
  let standing = 'starting' as ServerState;
  await holdsWithin(async () => {
    if (!isRunning(process)) standing = 'gone';
    else if (await service.isReady(place)) standing = 'ready';
    return standing !== 'starting';
  }, READY_MS);
  if (standing === 'ready') return;
  const what = standing === 'gone' ? 'ended at its start' : `does not serve after ${READY_MS / 1000} s`;
  throw new ServiceFault(`it ${what}: ${endOf(place.log)} (log ${place.log})`);
};

/** Whether the server runs, by what is remembered of it. */
export const runs = (entry: Entry | undefined): boolean =>
  entry !== undefined && entry.process !== null && isRunning(entry.process);

/**
 * Starts an installed server unless it runs; true if it had to. It serves clients when this resolves. Throws
 * ServiceFault that says why it does not, and then nothing of it runs.
 */
export const startService = async (cache: string, service: Service, range: PortRange): Promise<boolean> => {
  if (runs(readState(cache)[service.name])) return false;
  const entry = await entryFor(cache, service, range);
  const place = placeOf(cache, service, entry);
  await mkdir(place.folder, { recursive: true, mode: 0o700 });
  await mkdir(join(cache, 'logs'), { recursive: true });
  await service.prepare(place);
  const process = await launch(service.launch(place), place.log);
  remember(cache, service.name, { ...entry, process });
  try {
    await untilReady(service, place, process);
    return true;
  } catch (error) {
    await endProcess(process, 2_000);
    remember(cache, service.name, { ...entry, process: null });
    throw error;
  }
};

/** Stops a server if it runs, and removes its data or keeps them for the next start; true if it ran. */
export const stopService = async (cache: string, service: Service, keep: boolean): Promise<boolean> => {
  const entry = readState(cache)[service.name];
  const wasRunning = runs(entry);
  if (entry !== undefined && entry.process !== null) await endProcess(entry.process);
  if (!keep) await rm(placeFolder(cache, service), { recursive: true, force: true });
  if (entry !== undefined) remember(cache, service.name, keep ? { ...entry, process: null } : null);
  return wasRunning;
};
