import { withinDeadline } from '../../../flow/deadline.js';
import type { ReadModels } from '../../../projections/read-models.js';
import { buildProgressText } from '../../../projections/view-incomplete.js';
import type { ViewChecker } from '../../../workers/view-checker/view-checker.js';
import type { Role } from '../../config/roles.js';
import { diskProbe, writeToFolder, type DiskProbe } from '../../embedded/disk-probe.js';
import { logFault } from '../../log/standard-streams.js';
import type { SearchIndexes } from '../search/search-indexes.js';
import { lostNamesText } from '../stores/lost-names.js';
import type { Stores } from '../stores/stores.js';
import type { Broker } from '../workers/broker.js';
import type { Singletons } from '../workers/singletons.js';
import { viewCheckFault } from '../workers/view-checks.js';
import type { FaultSource } from './operations.js';

/** The parts of a process that may not work. */
export interface FaultyParts {
  readonly broker: Pick<Broker, 'fault'>;
  /** Null where this process serves nothing. */
  readonly http: { readonly fault: () => string | null } | null;
  readonly singletons: Pick<Singletons, 'fault'>;
  readonly views: Pick<ReadModels, 'building'>;
  readonly search: Pick<SearchIndexes, 'building'>;
  /** Null where this process does not compare read models with the log. */
  readonly viewChecker: ViewChecker | null;
  readonly temporaryFiles: DiskProbe;
  readonly stores: Pick<Stores, 'folder' | 'fault' | 'engine'>;
}

/** So long readiness waits for the state of views. */
const ASKED_FOR_MS = 2_000;

/** What is to be asked whether this process works. */
export const faultsOf = (roles: readonly Role[], parts: FaultyParts): readonly FaultSource[] => {
  const { broker, http, singletons, views, search, viewChecker, temporaryFiles, stores } = parts;
  return [
    () => broker.fault(),
    () => http?.fault() ?? null,
    () => singletons.fault(),
    () => (roles.includes('preservation') ? buildingFault(views) : null),
    () => buildingFault(search),
    () => viewCheckFault(viewChecker),
    logFault,
    temporaryFiles,
    () => lostNamesText(stores.engine, stores.folder),
    ...faultsOfFolder(stores),
  ];
};

/** Which of the views, which this process answers from, is being built anew, and how far it is; null for none. */
const buildingFault = async ({ building }: Pick<ReadModels, 'building'>): Promise<string | null> => {
  const [first] = await withinDeadline(building(), { ms: ASKED_FOR_MS }).catch(() => []); // readers see such a store
  return first === undefined ? null : buildProgressText(first).replace(/\.$/, '');
};

/** What tells of the data folder that it, or a store in it, cannot be written to. */
const faultsOfFolder = ({ folder, fault }: Pick<Stores, 'folder' | 'fault'>): FaultSource[] => {
  if (folder === null) return [];
  const refused = (): string | null => {
    const refusal = fault();
    return refusal && `the disk of the data folder refuses what is written: ${refusal.message}`;
  };
  return [refused, diskProbe({ what: 'the disk of the data folder', attempt: () => writeToFolder(folder.path) })];
};
