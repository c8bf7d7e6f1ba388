/** The folder of an object's logical paths that is the platform's own; no path of a user may be in it. */
export const STATE_FOLDER = '.muniment';

/** The logical path of the state file in every version. */
export const STATE_PATH = `${STATE_FOLDER}/state.ndjson`;

/** Whether a logical path is the platform's own and not preserved content. */
export const isPlatformPath = (logicalPath: string): boolean =>
  logicalPath === STATE_FOLDER || logicalPath.startsWith(`${STATE_FOLDER}/`);
