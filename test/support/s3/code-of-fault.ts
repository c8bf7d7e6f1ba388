import { inspect } from 'node:util';
import { ByteStoreFault } from '../../../formats/bytes.js';
import { failureOf } from '../failure-of.js';

/** The code that a call of a byte store fails with; `no fault` where it does not, and any other error as a text. */
export const codeOfFault = async (call: Promise<unknown>): Promise<string> => {
  const failure = await failureOf(call);
  if (failure === undefined) return 'no fault';
  return failure instanceof ByteStoreFault ? failure.code : inspect(failure);
};
