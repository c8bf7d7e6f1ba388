import { sizeOfText, sizeText } from './amounts.js';

/** Says that a connection was lost, and where in the work: `at 1.1 of 2.8 GB`; `from` is the address of the server. */
export const brokenText = (
  from: string | undefined,
  { bytes, ofBytes }: { readonly bytes: number; readonly ofBytes: number },
): string => {
  const at = ofBytes === 0 ? '' : ` at ${bytes < ofBytes ? sizeOfText(bytes, ofBytes) : sizeText(bytes)}`;
  return `The connection to ${from ?? 'the archive'} broke${at}; tried again for 60 s.`;
};
