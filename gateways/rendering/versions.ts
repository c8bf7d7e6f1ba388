import type { VersionLabel } from '../../formats/group-state/storage-map.js';
import { moment } from './moment.js';

/** A version object (preservation 2.4), in the order of companion 2.3. */
export const renderVersion = ({ mementoTimestamp, mementoDateTime, ocflVersion }: VersionLabel): VersionLabel => ({
  mementoTimestamp,
  mementoDateTime: moment(mementoDateTime),
  ocflVersion,
});
