import type { Deposit } from '../../../commands/deposit/state.js';
import type { EditableMets } from '../../../commands/workspace/deposit-mets.js';
import type { MetsChange } from '../../rendering/parsed-mets.js';
import { agentUri } from '../../uris/uris.js';

/** By which edit the METS is as it is, as the deposit recorded its ETag; a METS that nobody recorded was uploaded. */
export const lastChangeOf = (
  { editedMets, openingMets, created, createdBy }: Deposit,
  { etag, lastModified }: Pick<EditableMets, 'etag' | 'lastModified'>,
  { base, own }: { readonly base: string; readonly own: string },
): MetsChange => {
  if (etag === editedMets?.etag) {
    const { at, by, recorded, removed } = editedMets;
    return { change: 'edited', at, by: agentUri(base, by), program: own, recorded, removed };
  }
  return etag === openingMets
    ? { change: 'opened', at: created, by: agentUri(base, createdBy), program: null }
    : { change: 'uploaded', at: lastModified.toISOString(), by: null, program: null };
};
