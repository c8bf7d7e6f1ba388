import { descriptionOf } from '../../../events/deposit-description.js';
import type { DepositFact } from '../../../events/deposit.js';

const AGENTS = ['ann', 'ann maria', 'bob', 'Zoë'];
const PATHS = [
  'a/b/c',
  'a/b/d',
  'a/bc',
  'a/b/c/d/e/f',
  'item1',
  'a/xitem1',
  'c.d/e',
  'c/d',
  'ü/\u{1f4dc}',
  'ü/\u{ffff}',
];
const DEEP = 'p/p/p/p/p/p/p/p/p/p/p/p';

/** Chooses by chance. */
export type Random = () => number;

export const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)]!;

const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const idOf = (random: Random): string =>
  Array.from({ length: 12 }, (_, index) => ALPHABET[Math.floor(random() * (index === 0 ? 3 : 31))]).join('');

/** Some times share a minute, some a second, and some are years apart. */
export const timeOf = (random: Random): string => {
  const year = pick(random, ['2024', '2026', '2026']);
  const minute = pick(random, [
    '11-21T18:02',
    '11-21T18:02',
    '11-21T18:03',
    '11-22T00:00',
    '01-01T00:00',
    '12-31T23:59',
  ]);
  const second = String(Math.floor(random() * 60)).padStart(2, '0');
  const fraction = pick(random, ['0000000', '5000000', String(Math.floor(random() * 1e7)).padStart(7, '0')]);
  return `${year}-${minute}:${pick(random, [second, '00'])}.${fraction}Z`;
};

export const agentFor = (random: Random): string => pick(random, AGENTS);
export const pathFor = (random: Random): string => pick(random, [...PATHS, DEEP]);

/** The facts of one deposit, from its creation on. */
const lifeOf = (random: Random): DepositFact[] => {
  const depositId = idOf(random);
  const by = (): { depositId: string; by: string; at: string } => ({
    depositId,
    by: agentFor(random),
    at: timeOf(random),
  });
  const jobId = 'j';
  const steps: (() => DepositFact[])[] = [
    () => [{ type: 'DepositDescribed', data: { ...by(), submissionText: 'text' } }],
    () => [{ type: 'DepositLocked', data: by() }],
    () => [{ type: 'DepositUnlocked', data: { ...by(), from: 'ann' } }],
    () => [{ type: 'MetsRevised', data: { ...by(), etag: '"e"', recorded: 1, removed: 0 } }],
    () => [{ type: 'DepositPreserved', data: { ...by(), jobId, version: 'v1' } }],
    () => [{ type: 'DepositImportFailed', data: { ...by(), jobId } }],
    () => [{ type: 'DepositActivated', data: { ...by(), admission: null } }],
    () => [{ type: 'DepositDeactivated', data: by() }],
    () => [{ type: 'DepositArchived', data: { ...by(), jobId, removed: 1 } }],
    () => [
      {
        type: 'DepositArchivalGroupAssigned',
        data: { ...by(), archivalGroup: pathFor(random), admission: null, previous: null, previousAdmission: null },
      },
    ],
    () => [
      { type: 'DepositExportStarted', data: { ...by(), exportId: 'e', version: 'v1' } },
      ...(random() < 0.5
        ? [{ type: 'DepositFilesArrived' as const, data: { ...by(), exportId: 'e', failures: 0 } }]
        : []),
    ],
  ];
  const runId = 'r';
  const numberOfFiles = (): number => Math.floor(random() * 3);
  steps.push(() => [
    { type: 'PipelineRunQueued', data: { ...by(), runId, archivalGroupName: null } },
    ...(random() < 0.5
      ? [
          {
            type: 'PipelineRunCompleted' as const,
            data: {
              ...{ ...by(), runId, epoch: 1, released: null },
              counts: {
                identified: 1,
                unidentified: numberOfFiles(),
                infected: numberOfFiles(),
                failed: 0,
                formats: [],
              },
            },
          },
        ]
      : []),
  ]);
  const created: DepositFact = {
    type: 'DepositCreated',
    data: {
      ...by(),
      template: 'None',
      archivalGroup: random() < 0.2 ? null : pathFor(random),
      ...descriptionOf({}),
      files: { bucket: 'w', prefix: `deposits/${depositId}/` },
      admission: null,
    },
  };
  const changes = Array.from({ length: Math.floor(random() * 5) }, () => pick(random, steps)()).flat();
  return [created, ...changes, ...(random() < 0.05 ? [{ type: 'DepositDeleted' as const, data: by() }] : [])];
};

/** The facts of deposits, each stream in its order, mixed by chance. */
export const randomDepositFacts = (random: Random, deposits: number): DepositFact[] => {
  const lives = Array.from({ length: deposits }, () => lifeOf(random));
  const facts: DepositFact[] = [];
  while (lives.length > 0) {
    const index = Math.floor(random() * lives.length);
    facts.push(lives[index]!.shift()!);
    if (lives[index]!.length === 0) lives.splice(index, 1);
  }
  return facts;
};
