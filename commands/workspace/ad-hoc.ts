/** The folder that a pipeline run leaves alone (preservation 2.9); relative to the root of the files. */
export const AD_HOC = 'metadata/ad-hoc';
