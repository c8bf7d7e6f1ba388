import * as command from '../../../commands/mets-edits/delete-from-mets.js';
import type { DeleteSelection } from '../../../commands/mets-edits/delete-selection.js';
import { requireLength } from '../../../formats/paths/repository-path.js';
import type { DepositDependencies } from '../deposit-dependencies.js';
import { intentOf, resultAnswer } from '../../service/command-call.js';
import { json, route, pathParameter, type Route } from '../../http/route.js';

/** Deletes files and folders of the workspace and, where asked, their descriptions in the METS. */
export const deleteFromMets = (on: DepositDependencies): Route =>
  route<unknown, Partial<DeleteSelection>>('deleteFromMets', async (call) => {
    const { deleteFromMets = false, deleteFromDepositFiles = false, deleteFromRoot = false } = call.body;
    const { items = [], continueIfFail = [] } = call.body;
    [...items.map(({ path }) => path), ...continueIfFail].forEach(requireLength);
    const dependencies = { ...on.dependencies, holder: call.holder };
    const deleted = await command.deleteFromMets(dependencies, intentOf(dependencies, call), {
      depositId: pathParameter(call, 'depositId'),
      ifMatch: call.header('if-match') ?? null,
      selection: { deleteFromMets, deleteFromDepositFiles, deleteFromRoot, items, continueIfFail },
    });
    return resultAnswer(on, deleted, (edited) => json(200, { items: edited }));
  });
