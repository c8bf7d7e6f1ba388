import { isDeepStrictEqual } from 'node:util';
import type { MetsAgents } from './model/agents.js';
import { makeEdits, openForEdits, type EditedMets, type MetsEdits } from './edit-mets.js';
import type { MetsEditor } from './editing/mets-editor.js';
import { digestBytes, type SizeAndDigest } from '../digests/digested.js';
import type { MetsFailure } from './mets-failure.js';
import { success, type Result } from '../../flow/result.js';

/**
 * A METS that is kept open for further edits: the SHA-256 of its written bytes, and the agents that it was opened for.
 */
export interface OpenedMets {
  readonly sha256: string;
  readonly agents: MetsAgents;
}

/**
 * Edits a METS and keeps the result open, so that the next edit need not parse it. One above 128 MiB is not kept: beside it
 * there might be no room for another of the largest size.
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

const LARGEST_KEPT = 128 * 1024 * 1024;

export const keepMets = (): KeptMets => {
  let open: (OpenedMets & SizeAndDigest & { readonly editor: MetsEditor }) | null = null;
  const close = (): void => {
    open?.editor.close();
    open = null;
  };
  const present = (): NonNullable<typeof open> => {
    if (open === null) throw new Error('no METS is open');
    return open;
  };
  const opened = (bytes: Uint8Array | null, order: MetsEdits): Result<MetsEditor, MetsFailure> => {
    if (bytes === null) return success(present().editor);
    close(); // two large ones at once might not have room
    return openForEdits(bytes, order);
  };
  return {
    kept: () => open && { sha256: open.sha256, agents: open.agents },
    edit: (bytes, order) => {
      const editor = opened(bytes, order);
      if (!editor.ok) return editor;
      const edited = makeEdits(editor.value, order);
      if (!edited.ok) {
        editor.value.close();
        open = null;
        return edited;
      }
      const written = edited.value.bytes ?? bytes;
      const { size, sha256 } = written === null ? present() : digestBytes(written);
      open = { size, sha256, agents: order.agents, editor: editor.value };
      if (size > LARGEST_KEPT) close();
      return edited;
    },
  };
};
