import type { MetsEdit, NewProperties } from '../../formats/mets/edit-mets.js';
import { refused } from '../../flow/result.js';
import { runInSlices } from '../../flow/run-in-slices.js';
import { eachSliced } from '../../flow/slices.js';
import { refuse, written, type CommandResult } from '../core/decider.js';
import type { Dependencies } from '../core/dependencies.js';
import type { Intent } from '../core/intent.js';
import { agentsOf, metsWork, orFailureRefusal } from '../workspace/deposit-mets.js';
import { beginEdit, metsMissing, type EditedItem, type EditRequest } from './begin-edit.js';
import { metsPath } from './mets-path.js';
import { orRaceLost, saveEdit } from './store-mets.js';

/** Properties for several files and folders. */
export interface PropertyChange {
  /** Relative to the deposit; '' is the root of the METS. A folder is itself, not its content. */
  readonly paths: readonly string[];
  readonly properties: NewProperties;
}

/** The files and folders whose properties were set, and the ETag of the METS afterwards. */
export interface SetProperties {
  readonly items: readonly EditedItem[];
  readonly etag: string;
}

/** How many paths all changes of a request may name. */
const MOST_PATHS = 100_000;

/**
 * Sets names, access, rights and record identifiers of files and folders in the METS of a deposit, in the order given: all
 * of them in one write, or none. Refused as other edits, with `nothing-to-edit` for no paths, and with
 * `mets-edit-impossible`, naming the path, for one that the METS does not have and for a value that cannot be written.
 */
export const setMetsProperties = async (
  dependencies: Dependencies,
  intent: Intent,
  request: EditRequest & { readonly changes: readonly PropertyChange[] },
): Promise<CommandResult<SetProperties>> => {
  const begun = await beginEdit(dependencies, intent, request, 'where-there');
  if (!begun.ok) return begun;
  const { deposit, stored, root } = begun.value;
  if (stored === null) return refused(metsMissing(deposit));
  const count = request.changes.reduce((sum, { paths }) => sum + paths.length, 0);
  if (count === 0) return refused(refuse('nothing-to-edit', 'No paths to set properties of.'));
  if (count > MOST_PATHS)
    return refused(
      refuse('mets-edit-impossible', `At most ${MOST_PATHS} paths can be set at once; these are ${count}.`),
    );
  dependencies.prepareMets?.(count);
  const edits: MetsEdit[] = [];
  for (const { paths, properties } of request.changes) {
    const add = (path: string): unknown =>
      edits.push({ kind: 'set-properties', path: metsPath(root, path), properties });
    await runInSlices(eachSliced(paths, add));
  }
  const order = { agents: agentsOf(dependencies), now: dependencies.now(), edits };
  const edited = await orRaceLost(async () =>
    orFailureRefusal(await metsWork(dependencies)('edit', stored.source, order)),
  );
  if (!edited.ok) return edited;
  const { bytes, outcomes } = edited.value;
  const items = new Map<string, EditedItem>();
  const listTouched = eachSliced(outcomes, (touched) => {
    for (const { path, isDir } of touched) items.set(path, { path, isDir, where: 'Mets' });
  });
  await runInSlices(listTouched);
  const edit = { bytes, recorded: items.size, removed: 0 };
  const saved = await saveEdit(dependencies, begun.value.intent, { ...begun.value, stored }, edit);
  return saved.ok ? written({ items: [...items.values()], etag: saved.value.etag }, saved.position) : saved;
};
