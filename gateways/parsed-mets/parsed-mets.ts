import { digestBytes } from '../../formats/digests/digested.js';
import type { DescribedMets } from '../../formats/mets/description/described-mets.js';
import { describeMets, type DescribingStages } from '../../formats/mets/describe-mets.js';
import type { MetsReading } from '../../formats/mets/read-mets.js';
import { orFailure } from '../../formats/mets/mets-failure.js';
import {
  renderDepositManifest,
  renderGroupManifest,
  type DepositShown,
  type GroupShown,
} from '../rendering/manifest.js';
import { renderParsedMets, type MetsSurroundings } from '../rendering/parsed-mets.js';

/** What is made of a METS, beside its bytes: plain data, so that it may be made in another thread. */
export interface ParseOrder extends MetsReading {
  readonly shape: MetsShape;
}

/** What a METS is shown as. */
export type MetsShape =
  | { readonly kind: 'parsed-mets'; readonly around: MetsSurroundings }
  | { readonly kind: 'deposit-manifest'; readonly deposit: DepositShown }
  | { readonly kind: 'group-manifest'; readonly group: GroupShown };

interface Staged {
  readonly stages?: DescribingStages;
}

/** Reads a METS and renders what it says: the answer's JSON value, its lists lazy. */
export const parsedMets = orFailure((bytes, { agents, present, shape, stages }: ParseOrder & Staged): object => {
  const render = rendererOf(shape, bytes);
  return render(describeMets(bytes, agents, stages, present));
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
  }
};
