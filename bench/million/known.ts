import { childPath, FAILED_GROUP, groupPath, isPreserved, PER_BOX, RECORDED, type Counts } from './generated.js';
import type { KnownDeposit } from './known-deposits.js';

/** What the bench itself has made on a generated platform. */
export interface Made {
  /** Paths of containers in the container of all. */
  readonly containers: readonly string[];
  /** Deposits that wait, and then those that were imported, each in the order in which they were made. */
  readonly waiting: readonly KnownDeposit[];
  readonly imported: readonly KnownDeposit[];
}

/** What a platform has when its answers are looked at. */
export interface Known {
  readonly counts: Counts;
  readonly made: Made;
  /** All deposits. */
  readonly deposits: readonly KnownDeposit[];
}

const groupsOf = {
  recorded: (): readonly string[] => RECORDED.map((number) => groupPath(number, number, true)),
  copied: ({ counts }: Known): readonly string[] =>
    Array.from({ length: counts.deposits }, (_, number) => number)
      .filter(isPreserved)
      .map((number) => groupPath(number)),
  made: ({ made }: Known): readonly string[] => made.imported.map(({ archivalGroupPath }) => archivalGroupPath),
};

/** All archival groups that were imported, in the order of the log: those that were recorded were the first. */
export const importedGroups = (known: Known): readonly string[] => [
  ...groupsOf.recorded(),
  ...groupsOf.copied(known),
  ...groupsOf.made(known),
];

export interface KnownJob {
  readonly group: string;
  readonly state: 'completed' | 'completedWithErrors';
}

/** All jobs in the order of their times: those of the copies are before those that were recorded. */
export const jobsByTime = (known: Known): readonly KnownJob[] => {
  const completed = (groups: readonly string[]): KnownJob[] => groups.map((group) => ({ group, state: 'completed' }));
  const failed = (length: number): KnownJob[] =>
    Array.from({ length }, () => ({ group: FAILED_GROUP, state: 'completedWithErrors' }));
  return [
    ...failed(known.counts.failed),
    ...completed(groupsOf.copied(known)),
    ...completed(groupsOf.recorded()),
    ...failed(RECORDED.length),
    ...completed(groupsOf.made(known)),
  ];
};

/** All children of the container of all, by their paths. */
export const childrenOf = ({ counts, made }: Known): readonly string[] => [
  ...Array.from({ length: counts.deposits }, (_, number) => childPath(number)),
  ...RECORDED.map(childPath),
  ...made.containers.toSorted(),
];

/** The number of containers: the children, the boxes, and the two that these are in. */
export const containersIn = (known: Known): number =>
  childrenOf(known).length + Math.ceil(known.counts.deposits / PER_BOX) + RECORDED.length + 2;
