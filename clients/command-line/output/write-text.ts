import type { Output } from '../program/output.js';

/** Writes a text of the answer for people; programs get records instead. */
export const writeText = async (output: Pick<Output, 'form' | 'write'>, text: string): Promise<void> => {
  if (output.form !== 'json') await output.write(text);
};
