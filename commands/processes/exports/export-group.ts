import type { DeclaredExport } from '../../../events/archival-group.js';
import type { RepositoryPath } from '../../../formats/paths/repository-path.js';
import { refused, type Result } from '../../../flow/result.js';
import { exportAdmissionRefusal } from '../../archival-group/checks.js';
import type { Ledger, PublishedVersion } from '../../archival-group/state.js';
import { onLedger, readLedger } from '../../archival-group/ledger-stream.js';
import { canonicalJson, type Intent, mintId } from '../../core/intent.js';
import { written, type CommandResult, type Refusal, latest, keyReused } from '../../core/decider.js';
import type { Dependencies } from '../../core/dependencies.js';
import { onExport, readExport } from '../../export/export-stream.js';
import type { Export } from '../../export/state.js';
import { publishedVersion } from '../../reads/read-version.js';
import type { Position } from '../../../events/envelope.js';
import type { Destination } from '../../export-content/destination.js';
import { destinationRefusal } from '../../export-content/destination-refusal.js';
import { finishExportRequest } from './export-steps.js';

/** An export of an archival group to a place outside of the repository. */
export interface NewExport {
  readonly archivalGroup: RepositoryPath;
  /** A label such as `v2`, or a 14-digit Memento stamp; null for the head. */
  readonly version: string | null;
  readonly destination: Destination;
  readonly declared: DeclaredExport;
  /** The export that has ended and that this one repeats. */
  readonly retryOf?: string;
}

/** Why there is nothing to export, as the export shows it; null for a version that does not exist. */
const failureOf = ({ archivalGroup }: NewExport, { versions }: Ledger) =>
  versions.length > 0 ? null : { path: null, message: `There is no Archival Group at ${archivalGroup}` };

/** Records an export that can never be worked: a finished one with an error, or one that never finishes. */
const refuseExport = async (
  dependencies: Dependencies,
  intent: Intent,
  exportId: string,
  wanted: NewExport,
  ledger: Ledger,
): Promise<Position | null> => {
  const { version: sourceVersion, ...rest } = wanted;
  const failure = failureOf(wanted, ledger);
  const command = { type: 'RefuseExport', exportId, depositId: null, sourceVersion, ...rest, failure } as const;
  return latest(await onExport(dependencies, intent, command));
};

/** Requests the export of a version on the ledger, and queues it. */
const requestExport = async (
  dependencies: Dependencies,
  intent: Intent,
  exportId: string,
  { archivalGroup: path, version: _version, ...asked }: NewExport,
  { version, inventory }: PublishedVersion,
): Promise<Result<Position | null, Refusal>> => {
  const wanted = { exportId, depositId: null, version, inventorySha256: inventory.sha256, ...asked };
  const command = { type: 'RequestExport', path, export: wanted } as const;
  const requested = await onLedger(dependencies, intent, command);
  if (!requested.ok) return requested;
  const [fact] = requested.value;
  const queued = fact?.type === 'ExportRequested' ? await finishExportRequest(dependencies, fact) : null;
  return { ok: true, value: latest(requested, queued) };
};

/** Whether an export is the one that this request made before. */
const isFor = ({ archivalGroup, destination, declared }: Export, wanted: NewExport): boolean =>
  archivalGroup === wanted.archivalGroup &&
  canonicalJson({ destination, declared }) ===
    canonicalJson({ destination: wanted.destination, declared: wanted.declared });

/**
 * Requests the export of an archival group (storage service 4, 4.1). The id comes from the command id, so a repeated
 * request finds the export it made. A version that does not exist makes an export that never finishes (storage service
 * 3); a group that does not exist makes one that has finished with an error.
 */
export const exportGroup = async (
  dependencies: Dependencies,
  intent: Intent,
  wanted: NewExport,
): Promise<CommandResult<Export>> => {
  const { events } = dependencies;
  const { archivalGroup, destination } = wanted;
  const exportId = mintId(`${intent.commandId}:export`);
  const earlier = await readExport(events, exportId);
  if (earlier !== null) return isFor(earlier, wanted) ? written(earlier, null) : refused(keyReused());
  const ledger = await readLedger(events, archivalGroup);
  const refusal =
    (await destinationRefusal(dependencies, destination, archivalGroup, intent.actor.agent)) ??
    exportAdmissionRefusal(ledger, archivalGroup, exportId);
  if (refusal !== null) return refused(refusal);
  const version = publishedVersion(ledger, wanted.version);
  const made: Result<Position | null, Refusal> =
    version === null
      ? { ok: true, value: await refuseExport(dependencies, intent, exportId, wanted, ledger) }
      : await requestExport(dependencies, intent, exportId, wanted, version);
  if (!made.ok) return made;
  const found = await readExport(events, exportId);
  return found === null ? refused(keyReused()) : written(found, made.value);
};
