import { textOf } from './read-header.js';
import { TarFault } from './tar-fault.js';

/** The records of an extended header, as `23 path=letters/…`; of two with one key, the last. Throws TarFault. */
export const readPaxRecords = (bytes: Buffer): ReadonlyMap<string, string> => {
  const records = new Map<string, string>();
  for (let at = 0; at < bytes.length;) {
    const [digits = '', length = ''] = /^(\d{1,10}) /.exec(bytes.toString('latin1', at, at + 11)) ?? [];
    const end = at + Number(length);
    const equals = bytes.indexOf('=', at);
    if (digits === '' || end > bytes.length || equals === -1 || equals >= end || bytes[end - 1] !== 0x0a)
      throw new TarFault('an extended header is damaged');
    records.set(bytes.toString('utf8', at + digits.length, equals), textOf(bytes.subarray(equals + 1, end - 1)));
    at = end;
  }
  return records;
};
