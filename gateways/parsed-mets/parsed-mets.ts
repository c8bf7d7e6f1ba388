import type { Result } from '../../flow/result.js';
import { describedInPieces } from '../../formats/mets/described-in-pieces.js';
import { describeMets } from '../../formats/mets/describe-mets.js';
import type { MetsReadOptions } from '../../formats/mets/structure/read-mets.js';
import type { MetsFailure } from '../../formats/mets/mets-failure.js';
import type { Pieces } from '../../formats/read-in-pieces.js';
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

/** Reads a METS and renders what it says: the answer's JSON value, its lists lazy. Rejects as the pieces do. */
export const parsedMets = (
  pieces: Pieces,
  { agents, present, shape }: ParseOrder,
): Promise<Result<object, MetsFailure>> =>
  describedInPieces(pieces, (sections) => {
    const mets = describeMets(sections, { agents, present });
    switch (shape.kind) {
      case 'parsed-mets':
        return renderParsedMets(mets, shape.around, { size: sections.size, sha256: sections.sha256 });
      case 'deposit-manifest':
        return renderDepositManifest(mets, shape.deposit);
      case 'group-manifest':
        return renderGroupManifest(mets, shape.group);
      case 'opened-group':
        return renderOpenedGroup(mets, shape.group);
    }
  });
