/** The name of the listing that the original system keeps in the root of a workspace, which is not content (companion 4.3). */
export const STORED_LISTING = '__METSlike.json';
