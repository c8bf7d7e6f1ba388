import { viewWorkspace } from '../../commands/view-workspace.js';
import { folderTree } from '../../commands/workspace/folder-tree.js';
import type { DepositServices } from '../deposit-services.js';
import { refusalAnswer } from '../refusal-answer.js';
import { renderWorkspace } from '../rendering/working-directory.js';
import { json, route, type Route } from '../route.js';
import { depositIdOf } from './deposit-id.js';

/** What lies in the workspace, as it was last read or, where asked, as it is now. */
export const getDepositFilesystem = ({ services }: DepositServices): Route =>
  route<{ readonly refresh: boolean }>('getDepositFilesystem', async (call) => {
    const view = await viewWorkspace(services, depositIdOf(call), { fresh: call.query.refresh });
    if ('code' in view) return refusalAnswer(view);
    return json(200, renderWorkspace(folderTree(view.objects), { modified: view.deposit.lastModified }));
  });
