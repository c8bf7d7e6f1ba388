import { escapePath } from '../../../formats/paths/repository-path.js';
import { counted, lineOf } from '../../../clients/command-line/output/cells.js';
import type { AdoptedObject } from '../../../workers/adopter/adopt-dependencies.js';
import { adoptedVersionsText } from '../../../workers/adopter/adopted-versions-text.js';
import type { AdoptCounts } from '../../../workers/adopter/adoption-counts.js';
import type { RejectedObject } from '../../../workers/adopter/not-adopted.js';
import type { ReportRow } from './job-on-platform.js';

/** One line of four cells between tabs: result, group, object root, versions. */
export const adoptedText = (object: AdoptedObject, dryRun: boolean): string =>
  lineOf(dryRun ? 'adoptable' : 'adopted', escapePath(object.group), object.root, adoptedVersionsText(object));

/** The same for an object that was not adopted: code, group (`-` if unknown), object root, a sentence. */
export const notAdoptedText = ({ code, group, root, message }: RejectedObject): string =>
  lineOf(code, group === null ? '-' : escapePath(group), root, message);

/** The progress of an adoption, or its end. */
export const adoptionText = ({ groups, versions, known, notAdopted }: AdoptCounts, dryRun: boolean): string =>
  `${dryRun ? 'Would adopt' : 'Adopted'} ${counted(versions, 'version')} of ${counted(groups, 'group')}; ` +
  `${counted(known, 'object')} known already; ${counted(notAdopted, 'object')} not adopted.\n`;

/** A line of the report of a platform, in the same cells. */
export const reportedText = ({
  code,
  group,
  key,
  message,
}: Pick<ReportRow, 'code' | 'group' | 'key' | 'message'>): string =>
  lineOf(code, group === null ? '-' : escapePath(group), key, message);

/** The end of an adoption that a platform has made. */
export const adoptionOfJobText = (groups: number, notAdopted: number, dryRun: boolean): string =>
  `${dryRun ? 'Would adopt' : 'Adopted'} versions of ${counted(groups, 'group')}; ` +
  `${counted(notAdopted, 'object')} not adopted, by the platform that runs.\n`;
