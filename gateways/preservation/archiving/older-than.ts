import type { Dependencies } from '../../../commands/core/dependencies.js';
import { beforePeriod, parsePeriod } from '../../../formats/period.js';
import { RequestFault } from '../../http/request-fault.js';

/** The age of a deposit that callers do not give (companion 13.9). */
export const DEFAULT_AGE = 'P6M';

/** The time that lies a period before now. Throws RequestFault for other text. */
export const olderThan = ({ now }: Pick<Dependencies, 'now'>, text: string): Date => {
  const period = parsePeriod(text);
  if (period === null)
    throw new RequestFault(400, `olderThan must be a period such as P6M, P1Y or P90D, not '${text}'.`);
  return beforePeriod(now(), period);
};
