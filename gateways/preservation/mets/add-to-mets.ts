import * as command from '../../../commands/mets-edits/add-to-mets.js';
import { requireLength } from '../../../formats/paths/repository-path.js';
import type { DepositDependencies } from '../deposit-dependencies.js';
import { intentOf, resultAnswer } from '../../service/command-call.js';
import { json, route, pathParameter, type Route } from '../../http/route.js';

interface AddQuery {
  readonly computeDigests: boolean;
}

/** Records files and folders of the workspace in the METS. */
export const addToMets = (on: DepositDependencies): Route =>
  route<AddQuery, readonly string[]>('addToMets', async (call) => {
    call.body.forEach(requireLength);
    const request = {
      depositId: pathParameter(call, 'depositId'),
      ifMatch: call.header('if-match') ?? null,
      paths: call.body,
      computing: call.query.computeDigests ? { reader: on.digestReader, until: call.inTime() } : null,
    };
    const dependencies = { ...on.dependencies, holder: call.holder };
    const added = await command.addToMets(dependencies, intentOf(dependencies, call), request);
    return resultAnswer(on, added, ({ etag, ...result }) => json(200, result, { ETag: etag }));
  });
