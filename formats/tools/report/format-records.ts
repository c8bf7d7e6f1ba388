import type { FormatMatch } from '../findings/findings.js';
import type { AllFindings } from '../findings/file-findings.js';
import { csvRecord } from '../../text/csv-record.js';

const HEADER = 'filename,filesize,modified,errors,sha256,namespace,id,format,version,mime,class,basis,warning\n';

const NO_MATCH: FormatMatch = {
  namespace: 'pronom',
  id: 'UNKNOWN',
  format: '',
  version: '',
  mime: '',
  class: '',
  basis: '',
  warning: 'no match',
};

/** The CSV of the format identification tool (companion 9.2): a record for each match of each file. */
export async function* formatRecords(findings: AllFindings): AsyncGenerator<string> {
  yield HEADER;
  for await (const { identified } of findings) {
    if (identified === null) continue;
    const { path, size, modified, errors, sha256, matches } = identified;
    for (const match of matches.length === 0 ? [NO_MATCH] : matches) {
      const { namespace, id, format, version, mime, basis, warning } = match;
      const found = [namespace, id, format, version, mime, match.class, basis, warning];
      yield csvRecord([path, size, modified, errors, sha256, ...found]);
    }
  }
}
