import type { KillPoint } from '../support/main-job/lines.js';
import { decided, NEW_GROUP, PUBLISHED, SETTLED, SUBMITTED, written } from '../support/main-job/steps.js';

/** How steps name a version, whichever it is. */
const ANY_VERSION = 'version ';

/** The steps of an import and of all around it, as the platform's own calls of its stores are named. */
const STEPS = [
  'append ContainerCreated',
  'append DepositAdmitted',
  'append DepositCreated',
  'append DepositWorkspacePrepared',
  ...SUBMITTED,
  'append ImportLeaseReassigned',
  NEW_GROUP.reserved,
  'stage origins.ndjson',
  ...written(ANY_VERSION),
  ...decided(ANY_VERSION),
  NEW_GROUP.declared,
  ...PUBLISHED,
  NEW_GROUP.confirmed,
  ...SETTLED,
  'append ImportAbandoned',
  'append ChildReleased',
  'append ImportJobFailed',
  'append ImportJobSettled and DepositImportFailed',
  'append DepositDeleted',
  'append DepositWorkspaceEmptied',
  'remove staging',
  'remove content',
  'remove from workspace',
];

/** Each step, with the moments at which a process may die of it. */
export const KILL_POINTS: readonly KillPoint[] = STEPS.flatMap((step) => [
  { step, time: 1, moment: 'before' },
  { step, time: 1, moment: 'after' },
]);
