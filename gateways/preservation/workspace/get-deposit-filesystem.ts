import { listWorkspace } from '../../../commands/workspace/view-workspace.js';
import { folderTree } from '../../../commands/workspace/folder-tree.js';
import { toolMetadataOf } from '../../../commands/workspace/read-tools.js';
import type { DepositDependencies } from '../deposit-dependencies.js';
import { refusalAnswer } from '../../service/refusal-answer.js';
import { renderWorkspace } from '../../rendering/workspace.js';
import { json, route, pathParameter, type Route } from '../../http/route.js';
import { storeListing } from './stored-listing.js';
import { warnOfTools } from './warn-of-tools.js';

/** The files and folders of the workspace, from the last listing or, with `refresh`, from a new one. */
export const getDepositFilesystem = (on: DepositDependencies): Route =>
  route<{ readonly refresh: boolean }>('getDepositFilesystem', async (call) => {
    const { dependencies, log } = on;
    const result = await listWorkspace(dependencies, pathParameter(call, 'depositId'), { fresh: call.query.refresh });
    if (!result.ok) return refusalAnswer(result.refusal);
    const view = result.value;
    warnOfTools(log, view);
    if (call.query.refresh) await storeListing(on, view);
    const toolMetadata = (path: string) => toolMetadataOf(view, path);
    return json(200, renderWorkspace(folderTree(view.objects, new Date(view.deposit.lastModified)), toolMetadata));
  });
