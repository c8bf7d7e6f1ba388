import { onLedger } from '../../../commands/archival-group/ledger-stream.js';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import { mintId, type Intent } from '../../../commands/core/intent.js';
import { createContainer } from '../../../commands/processes/containers/create-container.js';
import { deleteContainer } from '../../../commands/processes/containers/delete-container.js';
import { activateDeposit, deactivateDeposit } from '../../../commands/processes/deposits/activate-deposit.js';
import { deleteDeposit } from '../../../commands/processes/deposits/delete-deposit.js';
import { finishAdmission } from '../../../commands/processes/deposits/deposit-admission.js';
import { describeDeposit } from '../../../commands/processes/deposits/describe-deposit.js';
import { finishExport, takeExport } from '../../../commands/processes/exports/run-export.js';
import { prepareWorkspace } from '../../../commands/processes/deposits/prepare-workspace.js';
import { finishExportRequest } from '../../../commands/processes/exports/export-steps.js';
import { adoptVersion, placeGroup } from '../../../commands/processes/groups/adopt-group.js';
import {
  abandonImport,
  recordPublished,
  reserveGroup,
  startImport,
} from '../../../commands/processes/imports/run-import.js';
import { submitImport } from '../../../commands/processes/imports/submit-import.js';
import { requestJob } from '../../../commands/processes/jobs/request-job.js';
import { requestPipelineRun } from '../../../commands/processes/pipeline/request-pipeline-run.js';
import { steerJob } from '../../../commands/steering/steer-job.js';
import { workspacePrefix } from '../../../commands/workspace/empty-workspace.js';
import { descriptionOf } from '../../../events/deposit-description.js';
import type { RecordedFact } from '../../../events/envelope.js';
import { objectPlaceOf } from '../../../commands/reads/read-group.js';
import { ocflId } from '../../../formats/paths/repository-path.js';
import { intentOf, logOf, noon, WORKSPACE } from '../../support/command-bench.js';
import { foreignFiles } from '../../support/repository/foreign-object.js';
import { committedVersion, newDeposit, submission } from './scenarios.js';

/** What chance chooses among: the log so far, and a number. */
interface Choice {
  readonly log: readonly RecordedFact[];
  /** One of some things; the fallback where there is none. */
  readonly pick: <T>(from: readonly T[], fallback: T) => T;
}

type Operation = (dependencies: Dependencies, intent: Intent, choice: Choice) => Promise<unknown>;

const GROUPS = ['letters/1911', 'letters/1912', 'maps'] as const;
const CONTAINERS = ['letters', 'boxes', 'boxes/a'] as const;
const NOTHING = 'nothing';

interface Named {
  readonly depositId?: string;
  readonly jobId?: string;
  readonly exportId?: string;
  readonly path?: string;
}

const named = ({ log }: Choice, type: string): Named[] =>
  log.filter((fact) => fact.type === type).map(({ data }) => data as Named);
const anyDeposit = (choice: Choice): string => choice.pick(named(choice, 'DepositCreated'), {}).depositId ?? NOTHING;
const anyImport = (choice: Choice): { jobId: string; path: string } => {
  const { jobId = NOTHING, path = GROUPS[0] } = choice.pick(named(choice, 'ImportAdmitted').slice(-3), {});
  return { jobId, path };
};
const anyExport = (choice: Choice): { exportId: string; path: string } => {
  const { exportId = NOTHING, path = GROUPS[0] } = choice.pick(named(choice, 'ExportRequested').slice(-3), {});
  return { exportId, path };
};
/** The files of an object with one version without files, which a deposit of its group may read. */
const objectOf = (path: string): ReadonlyMap<string, string> =>
  foreignFiles({ id: ocflId(path), versions: [{ files: {}, created: noon.toISOString() }] });
const worker = { worker: 'w1' };
const NO = [{ path: null, message: 'no' }];

const OPERATIONS: readonly Operation[] = [
  (on, intent, { pick }) => createContainer(on, intent, { path: pick(CONTAINERS, 'letters'), displayName: null }),
  (on, intent, { pick }) =>
    deleteContainer(on, intent, { path: pick(CONTAINERS, 'boxes'), purge: pick([true, false], true) }),
  (on, _, { pick }) => newDeposit(on, pick([...GROUPS, null], null)),
  (on) => newDeposit(on, null, 'RootLevel'),
  (on, intent, choice) =>
    describeDeposit(on, intent, {
      depositId: anyDeposit(choice),
      archivalGroup: choice.pick(GROUPS, 'maps'),
      submissionText: 'moved',
    }),
  (on, intent, choice) => activateDeposit(on, intent, anyDeposit(choice)),
  (on, intent, choice) => deactivateDeposit(on, intent, anyDeposit(choice)),
  (on, intent, choice) => deleteDeposit(on, intent, anyDeposit(choice)),
  (on, intent, choice) => requestPipelineRun(on, intent, anyDeposit(choice)),
  (on, intent, choice) => {
    const created = choice.pick(named(choice, 'DepositCreated'), {}) as Named & { archivalGroup?: string | null };
    return submitImport(on, intent, submission(created.depositId ?? NOTHING, created.archivalGroup ?? GROUPS[0]));
  },
  (on, intent, { pick }) => submitImport(on, intent, submission(null, pick(GROUPS, 'maps'))),
  async (on, intent, choice) => {
    const job = anyImport(choice);
    await startImport(on, intent, { ...job, ...worker });
    await reserveGroup(on, intentOf('worker'), { ...job, displayName: null });
  },
  async (on, intent, choice) => {
    const { jobId, path } = anyImport(choice);
    const { bucket, root } = objectPlaceOf(on, path);
    const object = objectOf(path);
    for (const [file, text] of object) await on.bytes.put({ bucket, key: `${root}/${file}` }, Buffer.from(text));
    const inventory = Buffer.from(object.get('inventory.json')!);
    const decided = { path, ...committedVersion(jobId, 1, noon.toISOString(), inventory) };
    await onLedger(on, intentOf('worker'), { type: 'DecideCommit', ...decided });
    await recordPublished(on, intent, { path, jobId, version: 1 });
  },
  (on, intent, choice) => abandonImport(on, intent, { ...anyImport(choice), epoch: 1, errors: NO }),
  (on, intent, choice) => {
    const { jobId, path } = anyImport(choice);
    return steerJob(on, intent, { kind: 'import', jobId, archivalGroup: path }, 'cancel');
  },
  async (on, intent, { pick }) => {
    const path = pick(GROUPS, 'maps');
    const [exportId, depositId] = [
      mintId(`${intent.commandId}:e`),
      pick([null, mintId(`${intent.commandId}:d`)], null),
    ];
    const beginning = {
      ...descriptionOf({ archivalGroupName: 'Letters' }),
      depositId: depositId ?? '',
      template: 'None' as const,
      archivalGroup: path,
      files: { bucket: WORKSPACE, prefix: workspacePrefix(depositId ?? '') },
    };
    const destination = depositId === null ? { bucket: WORKSPACE, prefix: 'exports/x/' } : beginning.files;
    const wanted = { exportId, depositId, version: 1, inventorySha256: 'ee', destination, declared: {} };
    const request =
      depositId === null
        ? ({ type: 'RequestExport', path, export: wanted } as const)
        : ({
            type: 'AdmitDeposit',
            path,
            depositId,
            purpose: { kind: 'export', beginning, exportId, version: 1 },
            export: wanted,
          } as const);
    const requested = await onLedger(on, intent, request);
    for (const fact of requested.ok ? requested.value : []) {
      if (fact.type === 'ExportRequested') await finishExportRequest(on, fact);
      if (fact.type !== 'DepositAdmitted') continue;
      const created = await finishAdmission(on, fact);
      for (const each of created.ok ? created.value : [])
        if (each.type === 'DepositCreated') await prepareWorkspace(on, each);
    }
  },
  (on, intent, choice) => takeExport(on, intent, { ...anyExport(choice), epoch: 0, ...worker }),
  (on, intent, choice) => finishExport(on, intent, { ...anyExport(choice), epoch: 1, files: 1, failures: 0 }),
  (on, intent, choice) => {
    const { exportId, path } = anyExport(choice);
    return steerJob(on, intent, { kind: 'export', jobId: exportId, archivalGroup: path }, 'cancel');
  },
  async (on, intent) => {
    const path = 'adopted';
    const intentFor = (step: string): Intent => ({ ...intent, commandId: `${intent.commandId}:${step}` });
    await placeGroup(on, intentFor, { path, displayName: 'Adopted' });
    const { totals, inventory } = committedVersion('', 1, '');
    const { sha256, size } = inventory;
    const adopted = { version: 1, name: 'Adopted', totals, created: noon.toISOString(), by: null, message: null };
    await adoptVersion(on, intentFor, { path, adopted: { ...adopted, inventory: { sha256, size } } });
  },
  (on, intent) => requestJob(on, intent, { kind: 'audit', parameters: { archivalGroup: null, quick: true } }),
];

/**
 * Adds requests to a log by chance, each through the dependencies that it is given for it; those that are refused or that
 * end in a crash are part of it.
 */
export const addRandomHistory = async (
  dependenciesFor: () => Dependencies,
  { random, requests }: { readonly random: () => number; readonly requests: number },
): Promise<void> => {
  const pick = <T>(from: readonly T[], fallback: T): T => from[Math.floor(random() * from.length)] ?? fallback;
  for (let count = 0; count < requests; count++) {
    const on = dependenciesFor();
    const log = await logOf(on.events);
    await pick(OPERATIONS, OPERATIONS[0]!)(on, intentOf('ann'), { log, pick }).catch(() => undefined);
  }
};
