import { join } from 'node:path';
import { catalogue } from '../../../events/codec/catalogue.js';
import { createCodec } from '../../../events/codec/codec.js';
import type { Position, RecordedFact } from '../../../events/envelope.js';
import { openEventStore } from '../../../infra/embedded/event-store/event-store.js';
import { activityFaults } from './activity-faults.js';

/** What a client was told of a job. */
export interface ToldJob {
  /** The id of its result. */
  readonly resultId: string;
  /** Whether it was said to have made a version. */
  readonly preserved: boolean;
}

/** A log as a whole, at rest. */
export interface ReadLog {
  /** How often it has a type of fact: in all, or of a job, a deposit or a path. */
  count(type: string, whose?: string): number;
  /** The ids of the results of all jobs. */
  results(): readonly string[];
  /** All that is wrong with its order, its imports and exports and its activities, whatever clients were told. */
  faults(): string[];
  /** The groups of which a deposit is active, in words. */
  stillAdmitted(): string[];
  /** What is wrong with a job that was acknowledged and has ended. */
  lost(told: ToldJob): string[];
  /** Takes more facts, in the order of the log. */
  take(facts: readonly RecordedFact[]): void;
}

interface Data {
  readonly jobId?: string;
  readonly exportId?: string;
  /** Counts those who have worked at a job. */
  readonly epoch?: number;
  readonly resultId?: string | null;
  readonly depositId?: string | null;
  readonly path?: string;
}

/** Reads the log of a data folder that nobody holds, each time what was appended since the last. */
export const factsSinceLast = (data: string): (() => Promise<readonly RecordedFact[]>) => {
  let after: Position | undefined;
  return async () => {
    await using store = openEventStore(join(data, 'events.sqlite'), createCodec(catalogue));
    const facts: RecordedFact[] = [];
    for await (const fact of store.readAll({ after })) facts.push(fact);
    after = facts.at(-1)?.position ?? after;
    return facts;
  };
};

/** How often there must be facts of some types, in all of them together. */
type Wanted = readonly (readonly [types: readonly string[], times: number])[];

/** What must have come to pass of every import, whichever way it ended, and how often. */
const ofImport = (times: (type: string) => number): Wanted => {
  const published = times('VersionPublished');
  return [
    [['ImportAdmitted'], 1],
    [['ImportJobQueued'], 1],
    [['ImportJobAccepted'], 1],
    [['VersionPublished', 'ImportAbandoned'], 1],
    [['ImportJobCompleted', 'ImportJobFailed'], 1],
    [['ImportJobSettled'], 1],
    [['DepositPreserved', 'DepositImportFailed'], 1],
    [['VersionCommitDecided'], published],
    [['ImportJobCompleted'], published],
    [['DepositPreserved'], published],
    [['ImportAdmissionReleased', 'ImportJobDeclined'], 0],
  ];
};

/** The same of every export. */
const ofExport = (times: (type: string) => number): Wanted => {
  const finished = times('ExportFinished');
  return [
    [['ExportRequested'], 1],
    [['ExportJobQueued'], 1],
    [['ExportFinished', 'ExportAbandoned'], 1],
    [['ExportJobCompleted'], finished],
    [['ExportJobAbandoned'], 1 - finished],
  ];
};

/** What begins once, of what has begun at all. */
const BEGINNINGS = ['ImportStarted', 'ImportJobStarted', 'ExportStarted', 'ExportJobStarted'];

const jobFaults = (job: string, wanted: Wanted, times: (type: string) => number): string[] => [
  ...wanted.flatMap(([types, right]) => {
    const found = types.reduce((sum, type) => sum + times(type), 0);
    return found === right ? [] : [`${job} has ${found} ${types.join(' or ')}, not ${right}`];
  }),
  ...BEGINNINGS.filter((type) => times(type) > 1).map((type) => `${job} has ${times(type)} ${type}`),
];

/** The facts that tell of activities, and of what is announced. */
const OF_ACTIVITIES = /^(?:ImportJob(?:Queued|Completed|Failed|Announced)|ArchivalGroup\w+|VersionAdopted)$/;
const TAKES_OVER = /^(?:Import|Export)(?:Started|LeaseReassigned)$/;
const DECIDES = /^(?:VersionCommitDecided|ImportAbandoned|ExportFinished)$/;

/** A log of which nothing has been taken yet. */
export const readLog = (): ReadLog => {
  let last: Position | undefined;
  const order: string[] = [];
  const next = new Map<string, bigint>();
  const ids = new Set<string>();
  const counts = new Map<string, number>();
  const jobOf = new Map<string, string>();
  const exports = new Set<string>();
  const epochs = new Map<string, number | undefined>();
  const late: string[] = [];
  const admitted = new Set<string>();
  const ofActivities: RecordedFact[] = [];
  const count = (type: string, whose = ''): number => counts.get(`${type} ${whose}`) ?? 0;
  const of =
    (id: string) =>
    (type: string): number =>
      count(type, id);

  const takeOrder = ({ stream, revision, position, id }: RecordedFact): void => {
    if (revision !== (next.get(stream) ?? 0n)) order.push(`${stream} goes on at ${revision} after a gap`);
    if (last !== undefined && position <= last) order.push(`position ${position} comes after ${last}`);
    if (ids.has(`${stream} ${id}`)) order.push(`${stream} has ${id} twice`);
    next.set(stream, revision + 1n);
    ids.add(`${stream} ${id}`);
    last = position;
  };
  /** Whoever decides how a job goes on has it at that moment, by the ledger itself. */
  const takeEpoch = ({ stream, type, data }: RecordedFact): void => {
    if (!stream.startsWith('archivalGroup-')) return;
    const { jobId, exportId, epoch } = data as Data;
    const job = jobId ?? exportId ?? '';
    if (TAKES_OVER.test(type)) epochs.set(job, epoch);
    if (DECIDES.test(type) && (epochs.get(job) ?? 0) !== epoch) late.push(`${type} by one who had lost ${job}`);
  };
  const takeOne = (fact: RecordedFact): void => {
    takeOrder(fact);
    takeEpoch(fact);
    const { type } = fact;
    const { jobId, exportId, resultId, depositId, path } = fact.data as Data;
    if (type === 'ExportRequested' && exportId !== undefined) exports.add(exportId);
    for (const whose of ['', jobId, exportId, depositId, path])
      if (typeof whose === 'string') counts.set(`${type} ${whose}`, count(type, whose) + 1);
    if (type === 'ImportJobQueued' && jobId !== undefined) jobOf.set(resultId ?? jobId, jobId);
    if (type === 'DepositAdmitted' && path !== undefined) admitted.add(path);
    if (OF_ACTIVITIES.test(type)) ofActivities.push(fact);
  };

  return {
    count,
    results: () => [...jobOf.keys()],
    faults: () => [
      ...order,
      ...late,
      ...[...jobOf.values()].flatMap((id) => jobFaults(`job ${id}`, ofImport(of(id)), of(id))),
      ...[...exports].flatMap((id) => jobFaults(`export ${id}`, ofExport(of(id)), of(id))),
      ...activityFaults(ofActivities),
    ],
    stillAdmitted: () =>
      [...admitted]
        .filter((path) => count('DepositAdmitted', path) !== count('DepositReleased', path))
        .map((path) => `a deposit of ${path} is still admitted`),
    lost: ({ resultId, preserved }) => {
      const jobId = jobOf.get(resultId);
      if (jobId === undefined) return [`job ${resultId} was acknowledged and is lost`];
      const end = preserved ? 'ImportJobCompleted' : 'ImportJobFailed';
      return count(end, jobId) === 1 ? [] : [`job ${resultId} has no ${end}`];
    },
    take: (facts) => {
      for (const fact of facts) takeOne(fact);
    },
  };
};
