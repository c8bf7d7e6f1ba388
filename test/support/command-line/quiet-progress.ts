import type { Progress } from '../../../clients/command-line/output/progress.js';

/** Shows nothing. */
export const quiet: Progress = { begin: () => undefined, advance: () => undefined, end: () => undefined };
