import type { MetadataEntry } from '../formats/metadata/entries.js';
import { MetadataFault } from '../formats/metadata/fault.js';
import type { MetsEdit } from '../formats/mets/edit-mets.js';
import { refuse, type Refusal, type SkippedPath } from './decider.js';
import {
  agentsOf,
  beginEdit,
  failureRefusal,
  metsMissing,
  metsWork,
  orRaceLost,
  recordEdit,
  storeMets,
  type EditedItem,
  type EditRequest,
} from './edit-mets.js';
import { latest } from './families.js';
import { lookUpNamed, type Found } from './named-paths.js';
import type { Intent, Services, Settled } from './services.js';
import { knownValues } from './workspace/known-values.js';
import { saidByTools } from './workspace/said-by-tools.js';
import { originalName } from './workspace/workspace-object.js';

/** What came of the paths that were to be recorded. */
export interface AddedToMets {
  readonly items: readonly EditedItem[];
  /** What the METS does not describe for it. */
  readonly skipped: readonly SkippedPath[];
  /** Files of whose content nobody knows a SHA-256: an import is refused until there is one. */
  readonly withoutDigest: readonly string[];
}

/** The edits that record what was found, as far as the sources of each file agree. */
interface Recording {
  readonly edits: readonly MetsEdit[];
  /** Why there are no more of them. */
  readonly disagreement: Refusal | null;
}

/**
 * Adds files and folders of the workspace to the METS, or brings their entries up to date (preservation 4.3). All of
 * them are written at once, or none.
 */
export const addToMets = async (
  services: Services,
  intent: Intent,
  request: EditRequest & { readonly paths: readonly string[] },
): Promise<Settled<AddedToMets>> => {
  const begun = await beginEdit(services, intent, request, 'where-there');
  if ('code' in begun) return { refusal: begun };
  const { deposit, stored } = begun;
  if (stored === null) return { refusal: metsMissing(deposit) };

  const { foundAny, described, skipped } = await lookUpNamed(services, begun, request.paths);
  const said = await saidByTools(services, begun);
  const { edits, disagreement } = recordingOf(described, said);
  const order = { agents: agentsOf(services), now: services.now(), ours: stored.ours, edits };
  // Also without an edit, since a METS that may not be edited is to be told of first.
  const result = await orRaceLost(() => metsWork(services)('edit', stored.source, order));
  if ('code' in result) return { refusal: result };
  if ('fault' in result) return { refusal: failed(failureRefusal(result), result.done) };
  if (disagreement !== null) return { refusal: failed(disagreement, edits.length) };
  if (!foundAny) return { refusal: nothingToAdd(skipped) };
  if (result.bytes === null) return { ok: { items: [], skipped, withoutDigest: [] }, position: null };

  const written = await storeMets(services, { deposit, stored }, result.bytes);
  if ('code' in written) return { refusal: written };
  const items = new Map<string, EditedItem>();
  for (const { path, isDir } of result.outcomes.flat()) items.set(path, { path, isDir, where: 'Mets' });
  const edit = { depositId: deposit.depositId, etag: written.etag, recorded: items.size, removed: 0 };
  const noted = await recordEdit(services, intent, edit);
  const added = { items: [...items.values()], skipped, withoutDigest: withoutDigest(edits) };
  return { ok: added, position: latest(noted) };
};

const nothingToAdd = (skipped: readonly SkippedPath[]): Refusal => ({
  ...refuse('nothing-to-edit', 'No items to add to METS.'),
  advice:
    skipped.length === 0
      ? 'The request names no path: its body is a JSON list of paths below the deposit.'
      : 'None of the paths can be recorded; `skipped` says why of each.',
  skipped,
});

const withoutDigest = (edits: readonly MetsEdit[]): string[] =>
  edits.flatMap((edit) => (edit.kind === 'put-file' && !edit.values.digest ? [edit.values.path] : []));

/** The words that clients look for (companion 7.2). */
const failed = (refusal: Refusal, done: number | null): Refusal =>
  done === null
    ? refusal
    : {
        ...refusal,
        detail: `MetsManager::AddToMets failed after ${done} items, unable to write update METS file. ${refusal.detail}`,
      };

const recordingOf = (found: readonly Found[], said: (path: string) => readonly MetadataEntry[]): Recording => {
  const edits: MetsEdit[] = [];
  for (const each of found) {
    try {
      edits.push(editFor(each, said(each.path)));
    } catch (error) {
      if (!(error instanceof MetadataFault)) throw error;
      return { edits, disagreement: refuse('mets-edit-impossible', error.message) };
    }
  }
  return { edits, disagreement: null };
};

const editFor = ({ path, info, isDir }: Found, said: readonly MetadataEntry[]): MetsEdit => {
  if (!isDir && info !== null) return { kind: 'put-file', values: knownValues(path, info, said) };
  return { kind: 'put-folder', values: { path, name: info === null ? null : originalName(info) } };
};
