import { byteStoreRootReader } from '../../../formats/ocfl/storage-root/storage-root-reader.js';
import { workAdoption } from '../../../workers/adopter/adoption-job.js';
import { workAudit } from '../../../workers/auditor/audit-job.js';
import type { CarryOut } from '../../../workers/platform-jobs/work-platform-job.js';
import { workRebuild } from '../../../workers/rebuilder/rebuild-job.js';
import type { ProcessParts } from '../process/process-parts.js';
import { lostNamesText } from '../stores/lost-names.js';
import type { Stores } from '../stores/stores.js';

/** What the jobs of the platform are carried out with. */
interface PlatformJobParts extends Pick<ProcessParts, 'dependencies' | 'documents'> {
  readonly stores: Pick<Stores, 'engine' | 'folder'>;
}

/** What each kind of job does, beside all else that uses the stores of this process. */
export const carryOutWith = ({ dependencies, documents, stores }: PlatformJobParts): CarryOut => {
  const storageRoot = byteStoreRootReader(dependencies.bytes, dependencies.places.repository.bucket);
  return ({ request, requestedAt: since, correlationId }, output, signal) => {
    switch (request.kind) {
      case 'audit': {
        const lostNames = lostNamesText(stores.engine, stores.folder);
        const auditing = { ...dependencies, storageRoot, lostNames, documents: () => Promise.resolve(documents) };
        return workAudit(auditing, request.parameters, output, signal);
      }
      case 'adoption':
        return workAdoption({ ...dependencies, storageRoot, correlationId }, request.parameters, output, signal);
      case 'rebuild':
        return workRebuild({ documents, since }, request.parameters, output, signal);
    }
  };
};
