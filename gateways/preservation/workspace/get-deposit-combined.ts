import { combineDeposit } from '../../../commands/workspace/combine-deposit.js';
import { toolMetadataOf } from '../../../commands/workspace/read-tools.js';
import { warningSentence } from '../../../formats/tools/warning-sentence.js';
import type { DepositDependencies } from '../deposit-dependencies.js';
import { refusalAnswer } from '../../service/refusal-answer.js';
import { renderCombined } from '../../rendering/combined-directory.js';
import { json, route, pathParameter, type Answer, type Call, type Route } from '../../http/route.js';
import { asksForFolder, combinedFolderAnswer, type CombinedFolderQuery } from './combined-folder.js';
import { answerOfTree } from './answer-of-tree.js';
import type { DepositTrees } from './kept-trees.js';
import { warnOfTools } from './warn-of-tools.js';

interface CombinedQuery extends CombinedFolderQuery {
  readonly refresh: boolean;
}

/** The workspace and the METS of a deposit merged, with their differences: all of it, or a page of one folder. */
export const getDepositCombined = ({ dependencies, log }: DepositDependencies, trees: DepositTrees): Route => {
  const folder = (call: Call<CombinedQuery>): Promise<Answer> =>
    answerOfTree(trees, call, { fresh: call.query.refresh }, (depositId, tree) =>
      combinedFolderAnswer(depositId, tree, call.query),
    );

  const whole = async (call: Call<CombinedQuery>): Promise<Answer> => {
    const { holder, query } = call;
    const result = await combineDeposit('describe', { ...dependencies, holder }, pathParameter(call, 'depositId'), {
      fresh: query.refresh,
    });
    if (!result.ok) return refusalAnswer(result.refusal);
    const combined = result.value;
    warnOfTools(log, combined);
    const { root, deposit, metsModified } = combined;
    const toolMetadata = (path: string) => toolMetadataOf(combined, path);
    const context = { toolMetadataOf: toolMetadata, metsModified: metsModified?.toISOString() ?? deposit.lastModified };
    const warnings = combined.tools.warnings.map(warningSentence);
    return json(200, { ...renderCombined(root, context), ...(warnings.length === 0 ? {} : { warnings }) });
  };

  return route<CombinedQuery>('getDepositCombined', (call) => (asksForFolder(call.query) ? folder(call) : whole(call)));
};
