import * as command from '../../../commands/processes/deposits/export-deposit.js';
import type { DepositTemplate } from '../../../events/deposit.js';
import { descriptionOf, type DescriptionChanges } from '../../../events/deposit-description.js';
import { badRequest } from '../../http/answer/problem.js';
import { json, route, type Route } from '../../http/route.js';
import { renderDeposit } from '../../rendering/deposit.js';
import { intentOf, resultAnswer } from '../../service/command-call.js';
import { publicPath } from '../../uris/base-urls.js';
import { archivalGroupPathOf } from '../../uris/uri-references.js';
import { versionReferenceViolation } from '../../uris/version-reference.js';
import type { DepositDependencies } from '../deposit-dependencies.js';

interface ExportedDepositRequest extends DescriptionChanges {
  readonly template?: DepositTemplate;
  readonly archivalGroup?: string;
  readonly versionExported?: string;
}

const textOrNull = (text = ''): string | null => (text.trim() === '' ? null : text);

/** Creates a deposit that a version of its archival group is exported into (preservation 4.2, companion 13.1). */
export const exportDeposit = (on: DepositDependencies): Route =>
  route<unknown, ExportedDepositRequest>('exportDeposit', async (call) => {
    const { template, archivalGroup = '', archivalGroupName, versionExported } = call.body;
    const version = textOrNull(versionExported);
    if (archivalGroup.trim() === '') return badRequest('archivalGroup names the Archival Group to export.');
    const violation = version === null ? null : versionReferenceViolation(version);
    if (violation !== null) return badRequest(violation);
    const exported = await command.exportDeposit(on.dependencies, intentOf(on.dependencies, call), {
      template: template ?? 'None',
      archivalGroup: archivalGroupPathOf(archivalGroup),
      version,
      ...descriptionOf(call.body),
      archivalGroupName: textOrNull(archivalGroupName),
      bucket: call.caller.depositBucket ?? on.depositBucket,
    });
    return resultAnswer(on, exported, (deposit) => {
      const rendered = renderDeposit(on.baseUrls.preservation, deposit, { archivalGroupExists: true, metsETag: null });
      return json(201, rendered, { Location: publicPath(on.baseUrls.preservation, `/deposits/${deposit.depositId}`) });
    });
  });
