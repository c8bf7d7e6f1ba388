import type {
  DescribedDirectory,
  DescribedFile,
  LogicalRange,
  RecordIdentifier,
} from '../../formats/mets/model/described-mets.js';
import { renderMetadata } from './metadata-entry.js';
import { moment } from './moment.js';

/**
 * A folder in a METS, with its content (companion 2.12); `more` are files that the METS does not list. `modified` is
 * the time of the METS (RFC 3339), since it has no other one.
 */
export const renderDescribedDirectory = (
  directory: DescribedDirectory,
  modified: string,
  more: readonly object[] = [],
): object => {
  const { access, others } = renderTerms(directory);
  return {
    type: 'WorkingDirectory',
    localPath: directory.localPath,
    name: directory.name,
    modified: moment(modified),
    ...access,
    files: function* () {
      for (const file of directory.files) yield renderDescribedFile(file, modified);
      yield* more;
    },
    directories: function* () {
      for (const inner of directory.directories) yield renderDescribedDirectory(inner, modified);
    },
    ...others,
    ...extensionsOf(directory),
    metadata: directory.metadata.map((entry) => renderMetadata(entry, modified)),
  };
};

/** A file in a METS; `modified` is the time of the METS (RFC 3339). */
export const renderDescribedFile = (file: DescribedFile, modified: string): object => {
  const { access, others } = renderTerms(file);
  return {
    type: 'WorkingFile',
    localPath: file.localPath,
    name: file.name,
    modified: moment(modified),
    ...access,
    ...others,
    ...extensionsOf(file),
    metadata: file.metadata.map((entry) => renderMetadata(entry, modified)),
    contentType: file.contentType,
    digest: file.digest,
    size: file.size,
    links: file.links,
  };
};

/** Own and inherited terms, null where none is set; `others` come after the lists of a folder. */
export const renderTerms = ({ own, effective }: Pick<LogicalRange, 'own' | 'effective'>) => ({
  access: {
    accessRestrictions: own.accessRestrictions.length === 0 ? null : own.accessRestrictions,
    effectiveAccessRestrictions: effective.accessRestrictions,
  },
  others: {
    rightsStatement: own.rightsStatement,
    effectiveRightsStatement: effective.rightsStatement,
    rightsStatementSuppressed: own.rightsStatementSuppressed,
    recordInfo: recordInfoOf(own.recordIdentifiers),
    effectiveRecordInfo: recordInfoOf(effective.recordIdentifiers),
  },
});

const recordInfoOf = (recordIdentifiers: readonly RecordIdentifier[]): object | null =>
  recordIdentifiers.length === 0 ? null : { recordIdentifiers };

/** The raw ids of the METS; absent without any. */
const extensionsOf = ({ divId, admId }: DescribedDirectory | DescribedFile): { metsExtensions?: object } =>
  divId === null && admId === null
    ? {}
    : { metsExtensions: { ...(divId === null ? {} : { divId }), ...(admId === null ? {} : { admId }) } };
