import type { DeclaredExport } from '../../../events/archival-group.js';
import type { NewExport } from '../../../commands/processes/exports/export-group.js';
import { refused, success, type Result } from '../../../flow/result.js';
import { archivalGroupPathOf, objectOfS3Uri } from '../../uris/uri-references.js';
import { versionReferenceViolation } from '../../uris/version-reference.js';

/** An Export as it is posted (storage service 2.1). */
export interface ExportRequest {
  readonly archivalGroup?: string;
  readonly destination?: string;
  readonly sourceVersion?: string;
  readonly created?: string;
  readonly createdBy?: string;
  readonly lastModified?: string;
  readonly lastModifiedBy?: string;
}

/** The properties that are stored as sent. */
const declaredIn = ({ created, createdBy, lastModified, lastModifiedBy }: ExportRequest): DeclaredExport => ({
  ...(created === undefined ? {} : { created }),
  ...(createdBy === undefined ? {} : { createdBy }),
  ...(lastModified === undefined ? {} : { lastModified }),
  ...(lastModifiedBy === undefined ? {} : { lastModifiedBy }),
});

/** A posted Export; refused with a sentence. Throws PathFault for an invalid path of an archival group. */
export const newExport = (posted: ExportRequest): Result<NewExport, string> => {
  const { archivalGroup = '', destination: uri = '', sourceVersion = '' } = posted;
  if (archivalGroup.trim() === '') return refused('archivalGroup names the Archival Group to export.');
  const place = objectOfS3Uri(uri);
  if (place === null) return refused(`destination is an S3 location (s3://<bucket>/<prefix>), not '${uri}'.`);
  const version = sourceVersion.trim() === '' ? null : sourceVersion;
  const violation = version === null ? null : versionReferenceViolation(version);
  if (violation !== null) return refused(violation);
  const destination = { bucket: place.bucket, prefix: `${place.key.replace(/\/$/, '')}/` };
  return success({
    archivalGroup: archivalGroupPathOf(archivalGroup),
    version,
    destination,
    declared: declaredIn(posted),
  });
};
