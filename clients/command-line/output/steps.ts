/** The phases of preserving a folder, as they are shown. */
export const STEPS = {
  looking: 'Looking',
  waiting: 'Waiting',
  reading: 'Reading',
  comparing: 'Comparing',
  uploading: 'Copying',
  recording: 'Recording',
  tools: 'Checking with tools',
  /** With the number of the version. */
  importing: 'Making version',
  archiving: 'Emptying the workspace',
} as const;
