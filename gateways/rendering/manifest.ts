import type { DepositDescription } from '../../events/deposit-description.js';
import { depositManifest, type DepositAddresses } from '../../formats/iiif/deposit-manifest.js';
import { groupManifest, type GroupAddresses } from '../../formats/iiif/group-manifest.js';
import { openedGroupManifest, type OpenedGroupAddresses } from '../../formats/iiif/opened-group-manifest.js';
import { manifestOf, type LabelledValue } from '../../formats/iiif/manifest.js';
import type { DescribedMets } from '../../formats/mets/model/described-mets.js';

/** A deposit as its manifest shows it. Agents by name, times of RFC 3339 in UTC. */
export interface ManifestDeposit extends DepositDescription {
  readonly at: DepositAddresses;
  /** Of the repository, without a slash before it. */
  readonly archivalGroupPath: string | null;
  readonly archivalGroupUri: string | null;
  readonly archivalGroupExists: boolean;
  readonly status: string;
  readonly created: string;
  readonly createdBy: string;
  readonly lastModified: string;
  readonly lastModifiedBy: string;
  readonly preserved: VersionAttribution | null;
  readonly exported: VersionAttribution | null;
}

interface VersionAttribution {
  readonly at: string;
  readonly by: string;
  readonly version: string;
}

/** An archival group as its manifest shows it. */
export interface ManifestGroup {
  readonly at: GroupAddresses;
  readonly label: string;
}

/** A version of an archival group as the manifest of a session shows it. */
export interface OpenedGroup {
  readonly at: OpenedGroupAddresses;
  readonly label: string;
}

type Language = 'en' | 'none';

const entry = (language: Language, label: string, value: string | null | undefined): LabelledValue => ({
  label: { [language]: [label] },
  value: { [language]: [value === null || value === undefined || value === '' ? ' - ' : value] },
});

/** `2026-01-31 12:00:00`. */
const dateOf = (at: string | undefined): string | undefined => at?.slice(0, 19).replace('T', ' ');

/** The manifest of a deposit (companion 15.2). The METS is one of the files that are counted. */
export const renderDepositManifest = (mets: DescribedMets, deposit: ManifestDeposit): object => {
  const { at, archivalGroupName, archivalGroupPath, preserved, exported } = deposit;
  const label = archivalGroupName ?? archivalGroupPath ?? at.depositId;
  const metadata = [
    entry('en', 'Total files', `${mets.files.length + 1}`),
    entry('none', 'Archival Group Name', archivalGroupName),
    entry('none', 'Archival Group Uri', deposit.archivalGroupUri),
    entry('none', 'Archival Group exists', deposit.archivalGroupExists ? 'True' : 'False'),
    entry('en', 'Status', deposit.status),
    entry('en', 'Submission text', deposit.submissionText),
    entry('en', 'Created', dateOf(deposit.created)),
    entry('none', 'Created by', deposit.createdBy),
    entry('en', 'Last modified', dateOf(deposit.lastModified)),
    entry('none', 'Last modified by', deposit.lastModifiedBy),
    entry('en', 'Preserved', dateOf(preserved?.at)),
    entry('none', 'Preserved by', preserved?.by),
    entry('none', 'Preserved version', preserved?.version),
    entry('en', 'Exported', dateOf(exported?.at)),
    entry('none', 'Exported by', exported?.by),
    entry('none', 'Exported version', exported?.version),
  ];
  return manifestOf(mets, depositManifest(at, label, metadata));
};

/** The manifest of an archival group (companion 15.5). */
export const renderGroupManifest = (mets: DescribedMets, { at, label }: ManifestGroup): object =>
  manifestOf(mets, groupManifest(at, label));

/** The manifest of a version of an archival group, with the media of a session. */
export const renderOpenedGroup = (mets: DescribedMets, { at, label }: OpenedGroup): object =>
  manifestOf(mets, openedGroupManifest(at, label));
