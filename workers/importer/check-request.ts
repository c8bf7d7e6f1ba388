import type { ImportRequest } from '../../events/archival-group.js';

/** Why a request does not fit its group, before its plan is read (preservation 2.11 and 4.4); null when it does. */
export const requestViolation = (
  { isUpdate, archivalGroupName }: Pick<ImportRequest, 'isUpdate' | 'archivalGroupName'>,
  isNew: boolean,
): string | null => {
  if (isUpdate === false && !isNew) return 'Archival Group is not null for new Import';
  if (isUpdate === true && isNew) return 'Archival Group was null for update';
  if (isNew && (archivalGroupName ?? '').trim() === '') return 'Archival Group does not have a name';
  return null;
};
