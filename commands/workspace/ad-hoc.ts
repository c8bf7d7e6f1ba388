/** The folder that a pipeline run leaves alone (preservation 2.9); relative to the root of the files. */
export const AD_HOC = 'metadata/ad-hoc';

/**
 * Whether a path, relative to the root of the files, is below the folder to which a run copies the tag files of a bag, or
 * one of the numbered folders beside it for those of later bags.
 */
export const isInBagFolder = (path: string): boolean => /^metadata\/ad-hoc\/bag(?:-\d+)?\//.test(path);
