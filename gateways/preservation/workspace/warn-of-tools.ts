import type { Deposit } from '../../../commands/deposit/state.js';
import type { ToolReadings } from '../../../formats/tools/tool-readings.js';
import type { Logger } from '../../http/logger.js';

/** Logs which outputs of tools could not be read completely; the readable part is still shown. */
export const warnOfTools = (
  log: Logger,
  { deposit, tools }: { readonly deposit: Pick<Deposit, 'depositId'>; readonly tools: ToolReadings },
): void => {
  for (const { path, problem, leftOut, names, cause } of tools.warnings) {
    log.warn('The output of a tool has faults or was not read completely.', {
      depositId: deposit.depositId,
      path,
      problem,
      ...(leftOut === undefined ? {} : { leftOut }),
      ...(names === undefined ? {} : { names }),
      ...(cause instanceof Error ? { cause: cause.message } : {}),
    });
  }
};
