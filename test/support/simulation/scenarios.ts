import { descriptionOf } from '../../../events/deposit-description.js';
import { createContainer } from '../../../commands/processes/containers/create-container.js';
import { openDeposit } from '../../../commands/processes/deposits/open-deposit.js';
import { readImportJob } from '../../../commands/import-job/import-job-stream.js';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import type { Intent } from '../../../commands/core/intent.js';
import type { CommandResult } from '../../../commands/core/decider.js';
import { submitImport, type SubmittedImport } from '../../../commands/processes/imports/submit-import.js';
import { uuidV5 } from '../../../events/ids.js';
import type { PlannedOperation } from '../../../events/import-plan.js';
import { EventStoreFault } from '../../../events/store.js';
import { timestampOf } from '../../../events/time.js';
import { ByteStoreFault } from '../../../formats/bytes.js';
import { pause } from '../../../flow/pause.js';
import { sha256Of } from '../sha256.js';

/** A file as a plan names it: its text is in the workspace, below the deposit. */
export interface File {
  readonly op: 'add-binary' | 'patch-binary';
  readonly path: string;
  readonly text: string;
  /** Whether the plan knows digest, size and ETag, or leaves them to be found at the origin. */
  readonly known?: boolean;
  /** What the plan says of the digest, where that is not the truth. */
  readonly claimed?: string;
}

/** One job that a client asks for, with a deposit of its own. */
export interface Wish {
  /** Names the request; the same wish asked for again is the same request. */
  readonly name: string;
  readonly group: string;
  readonly files: readonly File[];
  readonly others: readonly PlannedOperation[];
  readonly ends: 'completed' | 'completedWithErrors';
}

/** What was answered to a client, by the name of the wish. */
export type AcknowledgedImports = Map<string, SubmittedImport>;

const EARLY = timestampOf(new Date('2026-05-04T11:00:00.000Z'));
/** Later than all clocks of the simulation: else the time of a fact would be that of the fact before it. */
const LATER = timestampOf(new Date('2026-05-05T11:00:00.000Z'));
/** What follows another request for the same group. */
const FOLLOWS = /^(?:update|failing update|.* of letters\/)/;

export const intentOf = (name: string): Intent => ({
  commandId: uuidV5(name),
  correlationId: name,
  actor: { agent: 'ada', source: 'user', appId: null },
  at: FOLLOWS.test(name) ? LATER : EARLY,
  requestSha256: sha256Of(name),
});

export class Refused extends Error {
  override name = 'Refused';
}

export const done = <T>(settled: CommandResult<T>): T => {
  if (!settled.ok) throw new Refused(`${settled.refusal.code}: ${settled.refusal.detail}`);
  return settled.value;
};

/** Asks again for as long as a store or the network is at fault. */
export const persistent = async <T>(ask: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof EventStoreFault || error instanceof ByteStoreFault)) throw error;
      await pause(1_000);
    }
  }
};

/** Asks again where it was refused too: what follows from a job that has ended may take another moment. */
export const patiently = async <T>(ask: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Refused || error instanceof EventStoreFault)) throw error;
      await pause(1_000);
    }
  }
};

const planned = async ({ bytes }: Dependencies, prefix: string, file: File): Promise<PlannedOperation> => {
  const { op, path, text, known = true, claimed } = file;
  const at = { bucket: 'workspace', key: `${prefix}${path}` };
  const { etag } = await persistent(() => bytes.put(at, Buffer.from(text)));
  if (!known) return { op, path, origin: at };
  return {
    op,
    path,
    origin: { ...at, etag },
    size: Buffer.byteLength(text),
    sha256: sha256Of(claimed ?? text),
    contentType: 'text/plain',
  };
};

/** What is there before anything may go wrong: the container and the deposit with its files. */
export interface PreparedDeposit {
  readonly wish: Wish;
  readonly depositId: string;
  readonly operations: readonly PlannedOperation[];
}

export const prepare = async (dependencies: Dependencies, wish: Wish): Promise<PreparedDeposit> => {
  const { name, group } = wish;
  await persistent(() =>
    createContainer(dependencies, intentOf('container'), { path: 'letters', displayName: 'Letters' }),
  );
  const described = { template: 'None', archivalGroup: group, ...descriptionOf({ archivalGroupName: name }) } as const;
  const opening = { ...described, bucket: 'workspace' };
  const deposit = done(await persistent(() => openDeposit(dependencies, intentOf(`${name} deposit`), opening)));
  const operations: PlannedOperation[] = [];
  for (const file of wish.files) operations.push(await planned(dependencies, deposit.files.prefix, file));
  return { wish, depositId: deposit.depositId, operations: [...wish.others, ...operations] };
};

/** Submits a job until it is acknowledged. */
export const submit = async (
  dependencies: Dependencies,
  { wish, depositId, operations }: PreparedDeposit,
): Promise<SubmittedImport> =>
  done(
    await persistent(() =>
      submitImport(dependencies, intentOf(wish.name), {
        depositId,
        archivalGroup: wish.group,
        request: {
          importJob: null,
          originalImportJob: null,
          isUpdate: null,
          archivalGroupName: 'Letters of 1911',
          source: null,
          suppressActivityStreamEvent: false,
          createdBy: 'ada',
        },
        operations,
      }),
    ),
  );

/** Looks after a job now and then until it has ended. */
export const ended = async (dependencies: Dependencies, jobId: string): Promise<string> => {
  for (;;) {
    const job = await persistent(() => readImportJob(dependencies.events, jobId));
    if (job?.status === 'completed' || job?.status === 'completedWithErrors') return job.status;
    await pause(5_000);
  }
};

export const GROUP = 'letters/1911';

/** Files that are pinned and not, the same bytes twice, and no bytes at all. */
export const first: Wish = {
  name: 'first version',
  group: GROUP,
  others: [{ op: 'add-container', path: 'objects', name: 'Objects' }],
  files: [
    { op: 'add-binary', path: 'objects/a', text: 'alpha' },
    { op: 'add-binary', path: 'objects/b', text: 'beta', known: false },
    { op: 'add-binary', path: 'objects/c', text: 'alpha' },
    { op: 'add-binary', path: 'objects/d', text: '' },
  ],
  ends: 'completed',
};

/** A patch, an addition, a deletion and a rename, on top of the first version. */
export const update: Wish = {
  name: 'update',
  group: GROUP,
  others: [
    { op: 'delete-binary', path: 'objects/c' },
    { op: 'rename-binary', path: 'objects/a', name: 'The first letter' },
  ],
  files: [
    { op: 'patch-binary', path: 'objects/b', text: 'beta, revised' },
    { op: 'add-binary', path: 'objects/e', text: 'epsilon', known: false },
    { op: 'add-binary', path: 'objects/f', text: 'alpha' },
  ],
  ends: 'completed',
};

/** One file is copied before the digest of the other proves to be wrong. */
export const failing: Wish = {
  name: 'failing job',
  group: GROUP,
  others: [],
  files: [
    { op: 'add-binary', path: 'fine', text: 'fine' },
    { op: 'add-binary', path: 'wrong', text: 'wrong', claimed: 'right' },
  ],
  ends: 'completedWithErrors',
};
