import { digestBytes } from '../../formats/digests/digested.js';
import type { MetsAgents } from '../../formats/mets/agents.js';
import { describeMets } from '../../formats/mets/describe-mets.js';
import { orFailure } from '../../formats/mets/mets-failure.js';
import {
  renderDepositManifest,
  renderGroupManifest,
  type DepositShown,
  type GroupShown,
} from '../rendering/manifest.js';
import { renderParsedMets, type MetsSurroundings } from '../rendering/parsed-mets.js';

/** What is made of a METS, beside its bytes: plain data, so that it may be made in another thread. */
export interface ParseOrder {
  readonly agents: MetsAgents;
  readonly shape: MetsShape;
}

/** What a METS is shown as. */
export type MetsShape =
  | { readonly kind: 'parsed-mets'; readonly around: MetsSurroundings }
  | { readonly kind: 'deposit-manifest'; readonly deposit: DepositShown }
  | { readonly kind: 'group-manifest'; readonly group: GroupShown };

/** Reads a METS and renders what it says: the answer's JSON value, its lists lazy. */
export const parsedMets = orFailure((bytes, { agents, shape }: ParseOrder): object => {
  const mets = describeMets(bytes, agents);
  switch (shape.kind) {
    case 'parsed-mets':
      return renderParsedMets(mets, shape.around, digestBytes(bytes));
    case 'deposit-manifest':
      return renderDepositManifest(mets, shape.deposit);
    case 'group-manifest':
      return renderGroupManifest(mets, shape.group);
  }
});
