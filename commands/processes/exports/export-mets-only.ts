import { mapConcurrently } from '../../../flow/concurrently.js';
import { refused, success, type Result } from '../../../flow/result.js';
import { runInSlices } from '../../../flow/run-in-slices.js';
import type { ExportFailure } from '../../../events/export.js';
import { notBefore, timestampOf } from '../../../events/time.js';
import { ByteStoreFault } from '../../../formats/bytes.js';
import { versionName } from '../../../formats/ocfl/version-name.js';
import { lastName } from '../../../formats/paths/repository-path.js';
import { headOf } from '../../archival-group/state.js';
import { refuse, type Refusal } from '../../core/decider.js';
import type { Dependencies } from '../../core/dependencies.js';
import type { Intent } from '../../core/intent.js';
import { destinationRefusal } from '../../export-content/destination-refusal.js';
import { exportFile } from '../../export-content/export-file.js';
import { filesToExport } from '../../export-content/files-to-export.js';
import { objectRefusal } from '../../reads/object-mismatch.js';
import { openingMets } from '../../export-content/opening-mets.js';
import { readLedger } from '../../archival-group/ledger-stream.js';
import { publishedVersion, readVersionOfGroup } from '../../reads/read-version.js';
import type { NewExport } from './export-group.js';

/** An export that was carried out at once and is not recorded. */
export interface MetsExport extends NewExport {
  readonly dateBegun: string;
  readonly dateFinished: string;
  /** The label of the version that was exported. */
  readonly sourceVersion: string;
  /** Paths within the group of the files copied and verified. */
  readonly files: readonly string[];
  readonly failures: readonly ExportFailure[];
}

/** How many files are copied concurrently. */
const CONCURRENCY = 16;

/** Whether a file is taken for a METS (storage service 4.1). */
const isMets = (path: string): boolean => /\.xml$/i.test(lastName(path)) && /mets/i.test(lastName(path));

/** Copies the METS files of an archival group, and waits for it (storage service 4, 4.1). */
export const exportMetsOnly = async (
  dependencies: Dependencies,
  intent: Intent,
  wanted: NewExport,
): Promise<Result<MetsExport, Refusal>> => {
  const { archivalGroup, destination } = wanted;
  const refusal = await destinationRefusal(dependencies, destination, archivalGroup, intent.actor.agent);
  if (refusal !== null) return refused(refusal);
  const ledger = await readLedger(dependencies.events, archivalGroup);
  const head = headOf(ledger);
  if (head === null) return refused(refuse('version-not-found', `There is no Archival Group at ${archivalGroup}`));
  const found = publishedVersion(ledger, wanted.version);
  if (found === null) {
    const resolved = versionName(head.version);
    const text = `Storage map version ${resolved} does not match requested version ${wanted.version ?? ''}.`;
    return refused(refuse('version-mismatch', text));
  }
  const notAsRecorded = await objectRefusal(dependencies, archivalGroup);
  if (notAsRecorded !== null) return refused(notAsRecorded);
  const { bytes } = dependencies;
  const version = await readVersionOfGroup(dependencies, archivalGroup, found.version);
  const { bucket } = version.place;
  const mets = (await runInSlices(filesToExport(version))).filter(({ path }) => isMets(path));
  const stored = (key: string) => bytes.head({ bucket, key });
  const replaceable = await openingMets(dependencies, destination);
  const exporting = { bytes, destination, bucket, stored, replaceable, isRepeated: false };
  const exported = await mapConcurrently(mets, { width: CONCURRENCY }, async (file) => ({
    path: file.path,
    result: await exportFile(file, exporting).catch((error: unknown) => {
      // A copy whose answer was lost may have been made.
      if (!(error instanceof ByteStoreFault) || error.code !== 'outcome-unknown') throw error;
      return exportFile(file, { ...exporting, isRepeated: true });
    }),
  }));
  const files = exported.flatMap(({ path, result }) => (result.ok ? [path] : []));
  const failures = exported.flatMap(({ path, result }) => (result.ok ? [] : [{ path, message: result.refusal }]));
  const dateFinished = notBefore(timestampOf(dependencies.now()), intent.at);
  return success({ ...wanted, sourceVersion: version.label, dateBegun: intent.at, dateFinished, files, failures });
};
