/** The folder of an object's logical paths that is reserved for the platform; users' paths may not be in it. */
export const PLATFORM_FOLDER = '.muniment';

/** Whether a logical path is the platform's own and not preserved content. */
export const isPlatformPath = (logicalPath: string): boolean =>
  logicalPath === PLATFORM_FOLDER || logicalPath.startsWith(`${PLATFORM_FOLDER}/`);
