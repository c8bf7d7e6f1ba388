import * as command from '../../../commands/mets-edits/delete-from-mets.js';
import type { DeleteSelection } from '../../../commands/mets-edits/delete-selection.js';
import { takeOutOfMets } from '../../../commands/mets-edits/take-out-of-mets.js';
import { requireLength } from '../../../formats/paths/repository-path.js';
import type { DepositDependencies } from '../deposit-dependencies.js';
import { badRequest } from '../../http/answer/problem.js';
import { intentOf, resultAnswer } from '../../service/command-call.js';
import { json, route, pathParameter, type Route } from '../../http/route.js';

interface PostedSelection extends Partial<DeleteSelection> {
  /** Takes the items out of the METS, and leaves the workspace as it is. */
  readonly onlyFromMets?: boolean;
}

const selectionOf = (posted: PostedSelection): DeleteSelection => {
  const { deleteFromMets = false, deleteFromDepositFiles = false, deleteFromRoot = false } = posted;
  const { items = [], continueIfFail = [] } = posted;
  return { deleteFromMets, deleteFromDepositFiles, deleteFromRoot, items, continueIfFail };
};

/** Deletes files and folders of the workspace and, where asked, their descriptions in the METS, or these alone. */
export const deleteFromMets = (on: DepositDependencies): Route =>
  route<unknown, PostedSelection>('deleteFromMets', async (call) => {
    const selection = selectionOf(call.body);
    const isOnlyFromMets = call.body.onlyFromMets === true;
    [...selection.items.map(({ path }) => path), ...selection.continueIfFail].forEach(requireLength);
    if (isOnlyFromMets && selection.deleteFromDepositFiles) return badRequest(CONTRADICTION);
    const dependencies = { ...on.dependencies, holder: call.holder };
    const edit = { depositId: pathParameter(call, 'depositId'), ifMatch: call.header('if-match') ?? null, selection };
    const carryOut = isOnlyFromMets ? takeOutOfMets : command.deleteFromMets;
    const deleted = await carryOut(dependencies, intentOf(dependencies, call), edit);
    const hasNoEffect = !isOnlyFromMets && !selection.deleteFromDepositFiles;
    const warnings = hasNoEffect ? { warnings: [NO_EFFECT] } : {};
    return resultAnswer(on, deleted, (edited) => json(200, { items: edited, ...warnings }));
  });

const CONTRADICTION = 'onlyFromMets leaves the workspace as it is, which deleteFromDepositFiles contradicts.';
const NO_EFFECT =
  'Nothing was deleted: deleteFromMets has no effect without deleteFromDepositFiles. To take the items out of the METS alone, send onlyFromMets.';
