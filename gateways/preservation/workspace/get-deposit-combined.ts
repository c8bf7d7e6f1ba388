import { combineDeposit } from '../../../commands/workspace/combine-deposit.js';
import { toolMetadataOf } from '../../../commands/workspace/read-tools.js';
import { warningSentence } from '../../../formats/tools/warning-sentence.js';
import type { DepositDependencies } from '../deposit-dependencies.js';
import { refusalAnswer } from '../../service/refusal-answer.js';
import { renderCombined } from '../../rendering/combined-directory.js';
import { json, route, pathParameter, type Route } from '../../http/route.js';
import { warnOfTools } from './warn-of-tools.js';

/** The workspace and the METS of a deposit merged, with their differences. */
export const getDepositCombined = ({ dependencies, log }: DepositDependencies): Route =>
  route<{ readonly refresh: boolean }>('getDepositCombined', async (call) => {
    const { holder, query } = call;
    const result = await combineDeposit({ ...dependencies, holder }, pathParameter(call, 'depositId'), {
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
  });
