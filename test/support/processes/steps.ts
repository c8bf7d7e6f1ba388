/** From an import's plan to the moment when somebody works at it. */
export const SUBMITTED = [
  'append ImportPlanPageRecorded',
  'append ImportPlanSealed',
  'append ImportAdmitted',
  'append ImportJobAccepted',
  'append ImportJobQueued',
  'append ImportStarted',
  'append ImportJobStarted',
] as const;

/** What is written for a version before it is decided. */
export const WRITTEN = [
  'append ImportContentBegun',
  'copy content',
  'put version content/.muniment/state.ndjson',
  'stage inventory.json',
] as const;

/** The decision, and what is put into the version's folder after it. */
export const DECIDED = [
  'append VersionCommitDecided',
  'put version inventory.json',
  'put version inventory.json.sha256',
] as const;

/** The end of a version that was put into its folder. */
export const PUBLISHED = ['put inventory.json', 'put inventory.json.sha256', 'append VersionPublished'] as const;

/** What a first version takes besides: the place in the repository, what declares the object, and that it is there. */
export const NEW_GROUP = {
  reserved: 'append ChildReserved of archivalGroup',
  declared: 'put 0=ocfl_object_1.1',
  confirmed: 'append ChildConfirmed',
} as const;

/** What an import that has ended well does to its job and its deposit. */
export const SETTLED = [
  'append ImportJobCompleted',
  'append DepositReleased',
  'append ImportJobSettled and DepositPreserved',
] as const;

/** How the files of a deposit are removed from its workspace. */
export const ARCHIVED = [
  'append DepositArchivingBegun',
  'append DepositArchivingClaimed',
  'append DepositArchivingVerified',
  'remove what is archived',
  'put archived.txt',
  'append DepositArchived',
] as const;
