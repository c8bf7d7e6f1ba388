import { openIdentifiedDeposit } from '../../../commands/processes/deposits/open-identified-deposit.js';
import type { DepositTemplate } from '../../../events/deposit.js';
import { route, type Route } from '../../http/route.js';
import { intentOf } from '../../service/command-call.js';
import { archivalGroupPathOf } from '../../uris/uri-references.js';
import type { DepositDependencies } from '../deposit-dependencies.js';
import { openedAnswer } from './opened-answer.js';

interface SchemaAndValue {
  readonly schema: string;
  readonly value: string;
  readonly template?: DepositTemplate | null;
}

/** Creates a deposit for the group and with the title of an identity record (preservation 4.2, companion 13.4). */
export const createDepositFromIdentifier = (on: DepositDependencies): Route =>
  route<unknown, SchemaAndValue>('createDepositFromIdentifier', async (call) => {
    const { schema, value, template } = call.body;
    const bucket = call.caller.depositBucket ?? on.depositBucket;
    const request = { schema, value, template: template ?? 'None', bucket };
    const { dependencies, identityService } = on;
    const lookUp = { identityService, groupOf: archivalGroupPathOf };
    return openedAnswer(on, await openIdentifiedDeposit(dependencies, intentOf(dependencies, call), request, lookUp));
  });
