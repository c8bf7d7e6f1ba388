import type { Report } from '../../api/report.js';
import { idOf } from '../../api/identifiers.js';
import { useWords } from '../../words/language.js';
import { useUtc } from './utc.js';

interface Check {
  readonly what: string;
  readonly at: string | null;
  readonly result: string;
  readonly by: string | null;
}

const useChecks = ({ version, lastCheck, listing, findings }: Report): readonly Check[] => {
  const { certificate: words } = useWords();
  const { scanned, infected, identified, lastScan, scanner } = findings;
  // An audit before the version was made has not seen it.
  const audit = lastCheck !== null && lastCheck.finished >= version.made ? lastCheck : null;
  const imported: Check[] =
    version.job === null
      ? []
      : [{ what: words.atImport, at: version.made, result: words.allSame(listing.files), by: version.agent }];
  const virusResult = infected > 0 ? words.infected(infected, scanned) : words.noVirus(scanned, version.files);
  return [
    ...imported,
    audit === null
      ? { what: words.audit, at: null, result: words.noAudit, by: null }
      : {
          what: audit.quick ? words.quickAudit : words.audit,
          at: audit.finished,
          result: audit.findings === 0 ? words.noFindings : words.findings(audit.findings),
          by: idOf(audit.agent),
        },
    { what: words.viruses, at: lastScan, result: scanned === 0 ? words.notScanned : virusResult, by: scanner },
    { what: words.identified, at: null, result: words.ofAll(identified, version.files), by: null },
  ];
};

/** How a version was checked, and when last. */
export const Checks = ({ report }: { readonly report: Report }) => {
  const { certificate: words } = useWords();
  const utc = useUtc();
  const { checkHeads: heads } = words;
  return (
    <>
      <h2>{words.checks}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{heads.when}</th>
            <th scope="col">{heads.what}</th>
            <th scope="col">{heads.result}</th>
            <th scope="col">{heads.by}</th>
          </tr>
        </thead>
        <tbody>
          {useChecks(report).map(({ what, at, result, by }) => (
            <tr key={what}>
              <td className="nowrap">{at === null ? '' : utc(at)}</td>
              <td>{what}</td>
              <td>{result}</td>
              <td>{by}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
};
