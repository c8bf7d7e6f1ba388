import { catalogue } from '../../../events/catalogue.js';
import { createCodec } from '../../../events/codec.js';
import type { Recorded } from '../../../events/envelope.js';
import { openEventStore } from '../../../infra/embedded/event-store/event-store.js';
import { activityFaults } from '../activity-faults.js';
import type { Acknowledged } from './lines.js';

const orderFaults = (facts: readonly Recorded[]): string[] => {
  const faults: string[] = [];
  const next = new Map<string, bigint>();
  let before = '';
  for (const { stream, revision, position } of facts) {
    if (revision !== (next.get(stream) ?? 0n)) faults.push(`${stream} has revision ${revision} after a gap`);
    if (position <= before) faults.push(`position ${position} comes after ${before}`);
    next.set(stream, revision + 1n);
    before = position;
  }
  return faults;
};

type Data = Readonly<Record<string, unknown>>;

const dataOf = (facts: readonly Recorded[], type: string): Data[] =>
  facts.filter((fact) => fact.type === type).map(({ data }) => data as Data);

/** How often each kind of fact must stand in the log of a group with so many versions. */
const tallyFaults = (facts: readonly Recorded[], versions: number): string[] => {
  const once = ['VersionCommitDecided', 'VersionPublished', 'ImportAdmitted', 'ImportJobQueued', 'ImportJobCompleted'];
  const deposits = ['DepositAdmitted', 'DepositCreated', 'ImportJobAccepted', 'ImportJobSettled', 'DepositPreserved'];
  const never = ['ImportAbandoned', 'ImportJobFailed', 'DepositImportFailed', 'ImportAdmissionReleased'];
  const expected = new Map([
    ...[...once, ...deposits, 'DepositReleased'].map((type) => [type, versions] as const),
    ...never.map((type) => [type, 0] as const),
    ['ContainerCreated', 1] as const,
    ['ChildConfirmed', 1] as const,
  ]);
  return [...expected].flatMap(([type, count]) => {
    const found = dataOf(facts, type).length;
    return found === count ? [] : [`there are ${found} ${type}, not ${count}`];
  });
};

const isKept = (facts: readonly Recorded[], { what, id }: Exclude<Acknowledged, { what: 'upload' }>): boolean => {
  switch (what) {
    case 'container':
      return dataOf(facts, 'ContainerCreated').some(({ path }) => path === id);
    case 'deposit':
      return dataOf(facts, 'DepositPreserved').some(({ depositId }) => depositId === id);
    case 'import': {
      const jobs = dataOf(facts, 'ImportJobQueued').filter(({ resultId }) => resultId === id);
      return dataOf(facts, 'ImportJobCompleted').some(({ jobId }) => jobs.some((job) => job['jobId'] === jobId));
    }
  }
};

/** What is wrong with a log after the main job has ended, as far as it goes and with what was acknowledged. */
export const logFaults = async (
  path: string,
  versions: number,
  acknowledged: readonly Acknowledged[],
): Promise<string[]> => {
  await using store = openEventStore(path, createCodec(catalogue));
  const facts: Recorded[] = [];
  for await (const fact of store.readAll()) facts.push(fact);
  const lost = acknowledged.flatMap((each) =>
    each.what === 'upload' || isKept(facts, each) ? [] : [`${each.what} ${each.id} was acknowledged and is lost`],
  );
  return [...orderFaults(facts), ...tallyFaults(facts, versions), ...activityFaults(facts), ...lost];
};
