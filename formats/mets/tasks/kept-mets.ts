import { isDeepStrictEqual } from 'node:util';
import { sha256OfPieces } from '../../digests/sha256-of-pieces.js';
import type { MetsAgents } from '../agents.js';
import { makeEdits, openForEdits, type EditedMets, type MetsEdits } from '../edit-mets.js';
import type { MetsEditor } from '../editing/mets-editor.js';
import type { MetsFailure } from '../mets-failure.js';
import { runToEnd } from '../../../flow/slices.js';
import { success, type Result } from '../../../flow/result.js';

/**
 * A METS that is kept open for further edits: the SHA-256 of its written bytes, and the agents that it was opened for.
 */
export interface OpenedMets {
  readonly sha256: string;
  readonly agents: MetsAgents;
}

/**
 * Edits a METS and keeps the result open, so that the next edit need not parse it. A large METS that
 * had to be read as a whole is not kept: as elements, it takes ten times its bytes.
 */
export interface KeptMets {
  /** The METS that is open; null when none is. */
  kept(): OpenedMets | null;
  /** As `editMets`; without bytes, edits the open METS. Throws where none is open. */
  edit(bytes: Uint8Array | null, order: MetsEdits): Result<EditedMets, MetsFailure>;
}

/** Whether the open METS has this digest and was opened for these agents. */
export const isKept = (kept: OpenedMets | null, { sha256, agents }: OpenedMets): boolean =>
  kept !== null && kept.sha256 === sha256 && isDeepStrictEqual(kept.agents, agents);

const SMALL = 1_000_000;

export const keepMets = (): KeptMets => {
  let open: (OpenedMets & { readonly editor: MetsEditor }) | null = null;
  return {
    kept: () => open && { sha256: open.sha256, agents: open.agents },
    edit: (bytes, order) => {
      const before = open;
      const opened = bytes === null ? before && success(before.editor) : openForEdits(bytes, order);
      open = null;
      if (opened === null) throw new Error('no METS is open');
      if (!opened.ok) return opened;
      const editor = opened.value;
      const edited = makeEdits(editor, order, () => editor.toPieces(order.now));
      if (!edited.ok || isTooLarge(bytes, editor)) return edited;
      const written = edited.value.bytes ?? (bytes && [bytes]);
      const sha256 = written === null ? (before?.sha256 ?? '') : runToEnd(sha256OfPieces(written));
      open = { sha256, agents: order.agents, editor };
      return edited;
    },
  };
};

/** Whether an open METS takes too much memory to be kept. */
const isTooLarge = (bytes: Uint8Array | null, { isCompact }: MetsEditor): boolean =>
  !isCompact && bytes !== null && bytes.length > SMALL;
