/** The steps of preserving a folder, as shown to the user. */
export const STEPS = {
  starting: 'Starting',
  looking: 'Looking at the repository',
  reading: 'Reading what is here',
  comparing: 'Comparing with the deposit',
  uploading: 'Uploading',
  recording: 'Recording in the METS',
  tools: 'Looking at the files with tools',
  importing: 'Importing',
  archiving: 'Archiving the deposit',
} as const;

const KEPT: ReadonlySet<string> = new Set([STEPS.comparing, STEPS.uploading, STEPS.recording, STEPS.tools]);

/** The message after an interruption: what is safe, and what the next run does. */
export const interruptionText = (step: string): string => {
  if (step === STEPS.importing)
    return 'Interrupted during the import, of which nothing is lost: the same command carries it to its end, and tells what came of it.';
  if (step === STEPS.archiving)
    return 'Interrupted after the import: the folder is preserved. The workspace of its deposit may still hold the files, until the next start or npm run archive removes them.';
  return KEPT.has(step)
    ? 'Interrupted before the import: the archive is as it was, what was uploaded is kept, and the same command goes on from there.'
    : 'Interrupted before anything was changed: the same command begins anew.';
};
