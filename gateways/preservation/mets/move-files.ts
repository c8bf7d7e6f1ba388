import { moveFiles as move } from '../../../commands/mets-edits/moving/move-files.js';
import type { Move } from '../../../commands/mets-edits/moving/wanted-moves.js';
import { requireLength } from '../../../formats/paths/repository-path.js';
import type { DepositDependencies } from '../deposit-dependencies.js';
import { intentOf, resultAnswer } from '../../service/command-call.js';
import { json, route, pathParameter, type Route } from '../../http/route.js';

/** Gives files and folders of the workspace, and their descriptions in the METS, other paths. */
export const moveFiles = (on: DepositDependencies): Route =>
  route<unknown, { readonly moves: readonly Move[] }>('moveFiles', async (call) => {
    const { moves } = call.body;
    for (const { from, to } of moves) [from, to].forEach(requireLength);
    const dependencies = { ...on.dependencies, holder: call.holder };
    const moved = await move(dependencies, intentOf(dependencies, call), {
      depositId: pathParameter(call, 'depositId'),
      ifMatch: call.header('if-match') ?? null,
      moves,
      until: call.inTime(),
    });
    return resultAnswer(on, moved, ({ items, etag }) => json(200, { items }, etag === null ? {} : { ETag: etag }));
  });
