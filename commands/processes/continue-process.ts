import type { ArchivalGroupFact } from '../../events/archival-group.js';
import type { ContainerFact } from '../../events/container.js';
import type { DepositFact } from '../../events/deposit.js';
import { finishDeactivation } from './deposits/activate-deposit.js';
import { finishAdopted } from './groups/adopt-group.js';
import { finishAdmission, finishAssignment } from './deposits/deposit-admission.js';
import { finishContainerDeletion } from './containers/container-deletion.js';
import { finishContainer } from './containers/create-container.js';
import { finishDeletion, sweepDestination } from './deposits/delete-deposit.js';
import { finishAbandoned, finishPublished } from './imports/end-import.js';
import {
  finishExportAbandoned,
  finishExported,
  finishExportRequest,
  finishExportStart,
} from './exports/export-steps.js';
import { finishPipelineRequest } from './pipeline/request-pipeline-run.js';
import { prepareWorkspace } from './deposits/prepare-workspace.js';
import { finishStart } from './imports/run-import.js';
import type { Dependencies } from '../core/dependencies.js';
import type { StreamFact } from '../core/intent.js';
import { finishImportAdmission } from './imports/submit-import.js';

type DecisionFact = ArchivalGroupFact | ContainerFact | DepositFact;

const continueContainer = async (
  dependencies: Dependencies,
  fact: StreamFact<Extract<ContainerFact, { type: 'ChildReserved' | 'ContainerDeleted' }>>,
): Promise<void> => {
  if (fact.type === 'ContainerDeleted') await finishContainerDeletion(dependencies, fact);
  else if (fact.data.kind === 'container') await finishContainer(dependencies, fact);
};

/** Carries out the steps that follow from a fact of an export or a pipeline run; none for another fact. */
const continueJob = async (dependencies: Dependencies, fact: StreamFact<DecisionFact>): Promise<void> => {
  switch (fact.type) {
    case 'ExportRequested':
      await finishExportRequest(dependencies, fact);
      return;
    case 'ExportStarted':
      return finishExportStart(dependencies, fact);
    case 'ExportFinished':
      await finishExported(dependencies, fact);
      return sweepDestination(dependencies, fact.data.exportId);
    case 'ExportAbandoned':
      return finishExportAbandoned(dependencies, fact);
    case 'PipelineRunQueued':
      await finishPipelineRequest(dependencies, fact);
      return;
    default:
  }
};

/**
 * Carries out the steps that follow from a fact. Repeating it is safe, also in several processes: each step is an
 * append that is made once. Does nothing for a fact without such steps.
 */
export const continueProcess = async (dependencies: Dependencies, happened: StreamFact): Promise<void> => {
  const fact = happened as StreamFact<DecisionFact>;
  switch (fact.type) {
    case 'ChildReserved':
    case 'ContainerDeleted':
      return continueContainer(dependencies, fact);
    case 'DepositAdmitted':
      await finishAdmission(dependencies, fact);
      return;
    case 'DepositReleased':
      await finishDeactivation(dependencies, fact);
      return;
    case 'DepositCreated':
      await prepareWorkspace(dependencies, fact);
      return;
    case 'DepositArchivalGroupAssigned':
      return finishAssignment(dependencies, fact);
    case 'DepositDeleted':
      return finishDeletion(dependencies, fact);
    case 'ImportAdmitted':
      await finishImportAdmission(dependencies, fact);
      return;
    case 'ImportStarted':
      return finishStart(dependencies, fact);
    case 'VersionPublished':
      await finishPublished(dependencies, fact);
      return;
    case 'VersionAdopted':
      return finishAdopted(dependencies, fact);
    case 'ImportAbandoned':
      await finishAbandoned(dependencies, fact);
      return;
    default:
      await continueJob(dependencies, fact);
  }
};
