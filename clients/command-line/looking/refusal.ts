import { ApiFault } from '../../api/api-fault.js';
import { CommandFault } from '../command-fault.js';

/** Answers that say why something is not done, and that it will not be when it is asked for again. */
const REFUSALS: readonly number[] = [400, 404, 409, 410, 422];

/** Why a service does not do something, in its words; any other fault stays as it is. */
export const refusalOf = (error: unknown, about: { readonly code: string; readonly next: string }): unknown => {
  if (!(error instanceof ApiFault) || error.detail === null || !REFUSALS.includes(error.status)) return error;
  return new CommandFault(error.detail, about, { cause: error });
};
