import type { ArchivalGroupFact } from '../../events/archival-group.js';
import type { ContainerFact } from '../../events/container.js';
import type { DepositFact } from '../../events/deposit.js';
import type { JobTargetFact } from '../../events/platform-job.js';
import { finishDeactivation } from './deposits/activate-deposit.js';
import { finishAdopted } from './groups/adopt-group.js';
import { finishAdmission, finishAssignment } from './deposits/deposit-admission.js';
import { finishClosing } from './containers/close-container.js';
import { isOfEntry } from '../container/entry-stream.js';
import { finishContainer } from './containers/create-container.js';
import { finishDeletion, sweepDestination } from './deposits/delete-deposit.js';
import { endUploadsOfPreserved, finishAbandoned, finishPublished } from './imports/end-import.js';
import {
  finishExportAbandoned,
  finishExported,
  finishExportRequest,
  finishExportStart,
} from './exports/export-steps.js';
import { finishJobAdmission } from './jobs/request-job.js';
import { finishPipelineRequest } from './pipeline/request-pipeline-run.js';
import { prepareWorkspace } from './deposits/prepare-workspace.js';
import { finishStart } from './imports/run-import.js';
import type { Dependencies } from '../core/dependencies.js';
import type { StreamFact } from '../core/intent.js';
import { finishImportAdmission } from './imports/submit-import.js';

type DecisionFact = ArchivalGroupFact | ContainerFact | DepositFact | JobTargetFact;
type Of<Type extends DecisionFact['type']> = StreamFact<Extract<DecisionFact, { type: Type }>>;
type Step<Type extends DecisionFact['type']> = (dependencies: Dependencies, fact: Of<Type>) => Promise<unknown>;

const onChildReserved: Step<'ChildReserved'> = async (dependencies, fact) =>
  fact.data.kind === 'container' && isOfEntry(fact) ? finishContainer(dependencies, fact) : null;

const onVersionPublished: Step<'VersionPublished'> = async (dependencies, fact) => {
  await finishPublished(dependencies, fact);
  await endUploadsOfPreserved(dependencies, fact.data.jobId);
};

const onExportFinished: Step<'ExportFinished'> = async (dependencies, fact) => {
  await finishExported(dependencies, fact);
  await sweepDestination(dependencies, fact.data.exportId);
};

/** The steps that follow from facts, by the type of the fact. */
const STEPS = {
  ChildReserved: onChildReserved,
  ContainerClosed: finishClosing,
  DepositAdmitted: (dependencies, fact) => finishAdmission(dependencies, fact),
  DepositReleased: finishDeactivation,
  DepositCreated: prepareWorkspace,
  DepositArchivalGroupAssigned: finishAssignment,
  DepositDeleted: finishDeletion,
  ImportAdmitted: (dependencies, fact) => finishImportAdmission(dependencies, fact),
  ImportStarted: finishStart,
  VersionPublished: onVersionPublished,
  VersionAdopted: finishAdopted,
  ImportAbandoned: finishAbandoned,
  ExportRequested: finishExportRequest,
  ExportStarted: finishExportStart,
  ExportFinished: onExportFinished,
  ExportAbandoned: finishExportAbandoned,
  PipelineRunQueued: finishPipelineRequest,
  JobAdmitted: finishJobAdmission,
} satisfies { readonly [Type in DecisionFact['type']]?: Step<Type> };

/** The types of the facts from which steps follow. */
export type ContinuedType = keyof typeof STEPS;

/** A fact from which steps follow. */
export type ContinuedFact = { readonly [Type in ContinuedType]: Of<Type> }[ContinuedType];

/** Whether steps follow from facts of this type. */
export const isContinued = (fact: StreamFact): fact is ContinuedFact => Object.hasOwn(STEPS, fact.type);

/**
 * Carries out the steps that follow from a fact. Repeating it is safe, also in several processes: each step is an
 * append that is made once. Does nothing for a fact without such steps.
 */
export const continueProcess = async (dependencies: Dependencies, fact: StreamFact): Promise<void> => {
  if (!isContinued(fact)) return;
  const step = STEPS[fact.type] as (dependencies: Dependencies, fact: StreamFact) => Promise<unknown>;
  await step(dependencies, fact);
};
