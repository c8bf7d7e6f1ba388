import type { MetsExport } from '../../commands/processes/exports/export-mets-only.js';
import type { Export } from '../../commands/export/state.js';
import type { ExportFailure } from '../../events/export.js';
import type { Destination } from '../../commands/export-content/destination.js';
import { exportUri, resourceUri, s3Uri } from '../uris/uris.js';
import { momentOrNull } from './moment.js';

/** What became of the files of an export: null until it has ended. */
export interface ExportOutcome {
  /** Paths within the group of the files copied and verified. */
  readonly files: () => Iterable<string>;
  readonly failures: readonly ExportFailure[];
}

interface ExportHeading {
  readonly archivalGroup: string;
  readonly destination: Destination;
  readonly sourceVersion: string | null;
  readonly dateBegun: string | null;
  readonly dateFinished: string | null;
  readonly declared: Export['declared'];
}

/** An export (storage service 2.1), in the order of companion 2.10; `id` is absent for one that is not recorded. */
const render = (storage: string, id: string | null, heading: ExportHeading, outcome: ExportOutcome | null): object => {
  const { destination, declared } = heading;
  const { bucket, prefix } = destination;
  return {
    ...(id === null ? {} : { id }),
    type: 'Export',
    files: outcome === null ? [] : () => filesAt(destination, outcome.files()),
    created: declared.created ?? null,
    createdBy: declared.createdBy ?? null,
    lastModified: declared.lastModified ?? null,
    lastModifiedBy: declared.lastModifiedBy ?? null,
    archivalGroup: resourceUri(storage, heading.archivalGroup),
    destination: s3Uri(bucket, prefix.replace(/\/$/, '')),
    dateBegun: momentOrNull(heading.dateBegun),
    dateFinished: momentOrNull(heading.dateFinished),
    sourceVersion: heading.sourceVersion,
    errors: outcome === null ? null : outcome.failures.map((failure) => renderFailure(id, destination, failure)),
  };
};

function* filesAt({ bucket, prefix }: Destination, paths: Iterable<string>): Generator<string> {
  for (const path of paths) yield s3Uri(bucket, prefix + path);
}

/** The id of a file's error is its destination; that of the whole export's is made from the export's (companion 17.5). */
const renderFailure = (id: string | null, { bucket, prefix }: Destination, { path, message }: ExportFailure) => ({
  id: path !== null ? s3Uri(bucket, prefix + path) : id === null ? null : `${id}#error`,
  message,
});

/** A recorded export; `outcome` is null until it has ended. */
export const renderExport = (storage: string, recorded: Export, outcome: ExportOutcome | null): object => {
  const dateFinished = 'dateFinished' in recorded ? recorded.dateFinished : null;
  return render(storage, exportUri(storage, recorded.exportId), { ...recorded, dateFinished }, outcome);
};

/** An export of METS files, which is not recorded. */
export const renderMetsExport = (storage: string, { files, failures, ...heading }: MetsExport): object =>
  render(storage, null, heading, { files: () => files, failures });
