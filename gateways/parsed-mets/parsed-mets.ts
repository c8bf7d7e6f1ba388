import { digestBytes } from '../../formats/digests/digested.js';
import type { DescribedMets } from '../../formats/mets/model/described-mets.js';
import { describeMets } from '../../formats/mets/describe-mets.js';
import type { MetsReadOptions } from '../../formats/mets/structure/read-mets.js';
import { orFailure } from '../../formats/mets/mets-failure.js';
import {
  renderDepositManifest,
  renderGroupManifest,
  renderOpenedGroup,
  type ManifestDeposit,
  type ManifestGroup,
  type OpenedGroup,
} from '../rendering/manifest.js';
import { renderParsedMets, type MetsSurroundings } from '../rendering/parsed-mets.js';

/** What is made of a METS, beside its bytes: plain data, so that it may be made in another thread. */
export interface ParseOrder extends MetsReadOptions {
  readonly shape: MetsShape;
}

/** What a METS is shown as. */
export type MetsShape =
  | { readonly kind: 'parsed-mets'; readonly around: MetsSurroundings }
  | { readonly kind: 'deposit-manifest'; readonly deposit: ManifestDeposit }
  | { readonly kind: 'group-manifest'; readonly group: ManifestGroup }
  | { readonly kind: 'opened-group'; readonly group: OpenedGroup };

interface ReadOptions extends ParseOrder {
  /** Called when the bytes have been read, so that their memory may be given back before more is taken. */
  readonly onRead?: () => void;
}

/** Reads a METS and renders what it says: the answer's JSON value, its lists lazy. */
export const parsedMets = orFailure((bytes, { agents, present, shape, onRead }: ReadOptions): object => {
  const render = rendererOf(shape, bytes);
  return render(describeMets(bytes, agents, { present, onRead }));
});

/** Takes of the bytes what it shows of them, so that they may go when the METS has been read. */
const rendererOf = (shape: MetsShape, bytes: Uint8Array): ((mets: DescribedMets) => object) => {
  switch (shape.kind) {
    case 'parsed-mets': {
      const digested = digestBytes(bytes);
      return (mets) => renderParsedMets(mets, shape.around, digested);
    }
    case 'deposit-manifest':
      return (mets) => renderDepositManifest(mets, shape.deposit);
    case 'group-manifest':
      return (mets) => renderGroupManifest(mets, shape.group);
    case 'opened-group':
      return (mets) => renderOpenedGroup(mets, shape.group);
  }
};
