import { setTimeout as pause } from 'node:timers/promises';
import type { Position } from '../../../events/envelope.js';
import type { Restartable } from '../processes/restartable.js';
import { until } from '../scheduling/until.js';
import { DISTANT, type Cluster, type Report } from './cluster.js';

/** A server that may be killed, and started again on its data. */
export interface Killable {
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** What MUNIMENT_TAKEOVER_SECONDS says unless it is set. */
const TAKEOVER_MS = 7_000;
const GOES_ON_MS = 120_000;
/** The roles of which one process works while others stand by. */
const STANDBY = new Set(['projector', 'relay', 'steward']);

/** Kills a process and starts it again, as whatever supervises it would. */
export const killProcess = async (process: Restartable): Promise<'begun anew'> => {
  await process.end();
  await process.start();
  return 'begun anew';
};

/** Lets a process stand still for twice the time after which another one takes over. */
export const holdStill = async (process: Restartable): Promise<'resumed'> => {
  process.send('SIGSTOP');
  await pause(2 * TAKEOVER_MS);
  process.send('SIGCONT');
  return 'resumed';
};

export const killServer = async (server: Killable, seconds: number): Promise<void> => {
  await server.kill();
  await pause(seconds * 1_000);
  await server.start();
};

export const eventStoreOf = ({ eventStore }: Cluster): Killable => ({
  kill: async () => {
    await eventStore.end();
  },
  start: async () => {
    await eventStore.start();
  },
});

const activeReaders = async (cluster: Cluster, name: string): Promise<Report['readers']> =>
  (await cluster.report(name)).readers.filter((reader) => reader.active && reader.name !== DISTANT);

/** A process that does what others of its role stand by for, and the readers that it runs. */
const activeOf = async (cluster: Cluster, role: string): Promise<{ name: string; readers: readonly string[] }> => {
  for (const name of cluster.processes.keys()) {
    const readers = name.startsWith(role) ? await activeReaders(cluster, name) : [];
    if (readers.length > 0) return { name, readers: readers.map((reader) => reader.name) };
  }
  return { name: `${role}-1`, readers: [] };
};

/** Whether these processes run all the readers among them, each of which has read on since a position. */
const haveReadOn = async (
  cluster: Cluster,
  names: readonly string[],
  readers: readonly string[],
  after: Position | null,
): Promise<boolean> => {
  const active = (await Promise.all(names.map((name) => activeReaders(cluster, name)))).flat();
  const readOn = active.filter(({ handled }) => (handled ?? '') > (after ?? ''));
  return readers.every((reader) => readOn.some(({ name }) => name === reader));
};

const hasCommitted = async ({ log }: Cluster, after: Position | null): Promise<boolean> => {
  for await (const { type } of log.readAll({ after: after ?? undefined, categories: ['archivalGroup'] }))
    if (type === 'VersionCommitDecided') return true;
  return false;
};

/**
 * Does something to a process that works for its role, and prints when its work went on: in another process, or in the one
 * that was begun anew in its place.
 */
export const toActive = async (
  cluster: Cluster,
  role: string,
  fault: (process: Restartable) => Promise<'begun anew' | 'resumed'>,
): Promise<void> => {
  const { name, readers } = await activeOf(cluster, role);
  const names = [...cluster.processes.keys()].filter((each) => each.startsWith(role) && each !== name);
  const [head, begunAt] = [await cluster.log.head(), performance.now()];
  const faulty = fault(cluster.processes.get(name)!).then((outcome) => {
    if (outcome === 'begun anew') names.push(name);
  });
  const goesOn = (): Promise<boolean> =>
    STANDBY.has(role) ? haveReadOn(cluster, names, readers, head) : hasCommitted(cluster, head);
  await until(`what ${name} did goes on`, goesOn, GOES_ON_MS);
  console.log(`      the work of ${name} went on after ${((performance.now() - begunAt) / 1_000).toFixed(1)} s`);
  await faulty;
};

/** Restarts every process in order, one of each role at the same time. Rejects where one does not end with 0. */
export const restartInTurn = async (cluster: Cluster): Promise<void> => {
  const numbers = new Set([...cluster.processes.keys()].map((name) => name.slice(name.lastIndexOf('-'))));
  for (const number of numbers) {
    const inTurn = [...cluster.processes].filter(([name]) => name.endsWith(number));
    const restart = async ([name, process]: (typeof inTurn)[number]): Promise<void> => {
      const { code, signal } = await process.end('SIGTERM');
      if (code !== 0) throw new Error(`${name} ended with ${code ?? signal}`);
      await process.start();
    };
    await Promise.all(inTurn.map(restart));
    await cluster.healthy(GOES_ON_MS);
  }
};
