import type { ArchivalGroupFact } from '../../events/archival-group.js';
import type { ContainerFact } from '../../events/container.js';
import type { DepositFact } from '../../events/deposit.js';
import type { RecordedFact } from '../../events/envelope.js';
import type { ExportFact } from '../../events/export.js';
import type { ImportJobFact } from '../../events/import-job.js';
import type { PipelineRunFact } from '../../events/pipeline-run.js';
import type { PlatformJobFact } from '../../events/platform-job.js';
import { WORKSPACES } from '../workspace/empty-workspace.js';
import { isOfEntry } from '../container/entry-stream.js';
import { isContinued, type ContinuedFact, type ContinuedType } from './continue-process.js';

type EndFact =
  ArchivalGroupFact | ContainerFact | DepositFact | ExportFact | ImportJobFact | PipelineRunFact | PlatformJobFact;

/** The last of the facts that follow from a fact of each type, one of which names that fact as its cause. */
const LAST: Readonly<Record<ContinuedType, readonly EndFact['type'][]>> = {
  ChildReserved: ['ContainerCreated', 'ChildReservationReleased'],
  ContainerClosed: ['ContainerDeleted', 'ContainerReopened'],
  DepositAdmitted: [
    'DepositCreated',
    'DepositActivated',
    'DepositArchivalGroupAssigned',
    'DepositReleased',
    'ExportAbandoned',
  ],
  DepositReleased: ['DepositDeactivated'],
  DepositCreated: ['DepositWorkspacePrepared'],
  DepositArchivalGroupAssigned: ['DepositReleased'],
  DepositDeleted: ['DepositWorkspaceEmptied'],
  ImportAdmitted: ['ImportJobQueued', 'ImportAdmissionReleased'],
  ImportStarted: ['ImportJobStarted'],
  VersionPublished: ['ImportJobCompleted', 'ImportJobSettled'],
  VersionAdopted: ['ChildConfirmed'],
  ImportAbandoned: ['ImportJobFailed', 'ImportJobSettled'],
  ExportRequested: ['ExportJobQueued'],
  ExportStarted: ['ExportJobStarted'],
  ExportFinished: ['ExportJobCompleted'],
  ExportAbandoned: ['ExportJobAbandoned'],
  PipelineRunQueued: ['PipelineRunOpened'],
  JobAdmitted: ['JobRequested'],
};

/** Whether nothing follows from a fact in spite of its type. */
const isWithoutSteps = (fact: ContinuedFact): boolean => {
  switch (fact.type) {
    case 'ChildReserved':
      return fact.data.kind !== 'container' || !isOfEntry(fact);
    case 'DepositReleased':
      return fact.data.reason !== 'deactivated';
    case 'DepositArchivalGroupAssigned':
      return fact.data.previous === null || fact.data.previousAdmission === null;
    case 'VersionAdopted':
      return fact.data.version !== 1;
    default:
      return false;
  }
};

const isIntoWorkspace = ({ destination }: { readonly destination: { readonly prefix: string } }): boolean =>
  destination.prefix.startsWith(WORKSPACES);

/**
 * What a reader of the whole log has to continue. The log shows of nearly every process whether it was carried out: its
 * last fact is there. One that the log does not show to be finished is continued, which is safe to repeat.
 */
export interface UnfinishedProcesses {
  /** The next fact in the order of the log. */
  observe(fact: RecordedFact): void;
  /** The facts whose steps are not known to be carried out, in the order of the log. */
  facts(): readonly RecordedFact[];
}

/** The import jobs that deposits have accepted and that have not ended, both for themselves and for their deposits. */
const acceptedJobs = () => {
  /** How many of both ends are still to come; which of them is the first has changed. */
  const endsLeft = new Map<string, number>();
  return {
    note(fact: EndFact): void {
      switch (fact.type) {
        case 'ImportJobAccepted':
          endsLeft.set(fact.data.jobId, 2);
          return;
        case 'ImportJobSettled':
        case 'ImportJobCompleted':
        case 'ImportJobFailed':
          if (endsLeft.get(fact.data.jobId) === 2) endsLeft.set(fact.data.jobId, 1);
          else endsLeft.delete(fact.data.jobId);
          return;
        default:
      }
    },
    has: (jobId: string): boolean => endsLeft.has(jobId),
  };
};

/** Holds only what is not finished at the position that was observed last. */
export const unfinishedProcesses = (): UnfinishedProcesses => {
  const open = new Map<string, RecordedFact>();
  const jobs = acceptedJobs();
  /** Exports into a workspace whose files have not arrived: what ends them may have to empty that again. */
  const arriving = new Map<string, string | null>();

  /** Keeps of exports what `LAST` cannot tell of. */
  const noteExport = (fact: EndFact & { readonly id: string }): void => {
    switch (fact.type) {
      case 'ExportRequested':
        if (isIntoWorkspace(fact.data)) arriving.set(fact.data.exportId, null);
        return;
      case 'ExportFinished':
        if (arriving.has(fact.data.exportId)) arriving.set(fact.data.exportId, fact.id);
        return;
      case 'DepositFilesArrived':
        open.delete(arriving.get(fact.data.exportId) ?? '');
        arriving.delete(fact.data.exportId);
        return;
      case 'ExportAbandoned':
        arriving.delete(fact.data.exportId);
        return;
      default:
    }
  };
  const isStillOpen = (begun: ContinuedFact, type: string): boolean => {
    switch (begun.type) {
      case 'DepositAdmitted': // the export of a declined deposit is abandoned after the release
        return type === 'DepositReleased' && begun.data.purpose.kind === 'export';
      case 'VersionPublished':
      case 'ImportAbandoned':
        return jobs.has(begun.data.jobId);
      case 'ExportFinished':
        return arriving.has(begun.data.exportId);
      default:
        return false;
    }
  };
  const close = ({ type, metadata }: RecordedFact): void => {
    const begun = open.get(metadata.$causationId);
    if (begun === undefined || !isContinued(begun)) return;
    if ((LAST[begun.type] as readonly string[]).includes(type) && !isStillOpen(begun, type)) open.delete(begun.id);
  };
  return {
    observe(fact) {
      jobs.note(fact as RecordedFact<EndFact>);
      noteExport(fact as RecordedFact<EndFact>);
      close(fact);
      if (isContinued(fact) && !isWithoutSteps(fact)) open.set(fact.id, fact);
    },
    facts: () => [...open.values()],
  };
};
