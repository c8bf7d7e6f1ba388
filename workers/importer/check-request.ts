import type { ImportRequest } from '../../events/archival-group.js';

/** What is wrong with a job before anything of it is looked at (preservation 2.11 and 4.4); null when nothing is. */
export const requestViolation = (
  { isUpdate, archivalGroupName }: Pick<ImportRequest, 'isUpdate' | 'archivalGroupName'>,
  isNew: boolean,
): string | null => {
  if (isUpdate === false && !isNew) return 'Archival Group is not null for new Import';
  if (isUpdate === true && isNew) return 'Archival Group was null for update';
  if (isNew && (archivalGroupName ?? '').trim() === '') return 'Archival Group does not have a name';
  return null;
};
