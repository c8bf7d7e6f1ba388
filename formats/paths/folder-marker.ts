/** Whether an object stands for a folder: its key ends in a slash, and it has no bytes. */
export const isFolderMarker = (key: string, size: number): boolean => key.endsWith('/') && size === 0;
