import { Link } from '@tanstack/react-router';
import type { Findings, Run } from '../../api/runs.js';
import { Mark } from '../../parts/marks.js';
import { Section } from '../../parts/page.js';
import { Rows } from '../../parts/lists/rows.js';
import { useFormats, useWords } from '../../words/language.js';

type Tool = NonNullable<Run['tools']>[number];
type Format = Findings['formats'][number];

/** The tools as their makers write them. */
const NAMES: Readonly<Record<string, string>> = {
  siegfried: 'Siegfried',
  clamav: 'ClamAV',
  exiftool: 'ExifTool',
  brunnhilde: 'Brunnhilde',
};

/** Signatures of viruses that are older than this are told, in days. */
const OLD = 7;

/** When the signatures of a scanner were made, by its own text, such as `ClamAV 1.4.3/27886/Tue Jan 20 07:24:12 2026`. */
const madeOf = (signatures: string | null): number =>
  Date.parse(`${/^ClamAV [^/]+\/[^/]*\/(.+)$/.exec(signatures ?? '')?.[1] ?? ''} UTC`);

/** How many days old the signatures of a tool were when the run began; null where they have no date. */
const ageOf = ({ signatures }: Tool, begun: string | null): number | null => {
  const made = madeOf(signatures);
  return Number.isNaN(made) || begun === null ? null : Math.floor((Date.parse(begun) - made) / 86_400_000);
};

/** The tools of a run with their versions and signatures, and how long each worked. */
export const ToolsOf = ({ run }: { readonly run: Run }) => {
  const { tools: words } = useWords();
  if (run.tools === null || run.tools.length === 0) return null;
  return (
    <Section title={words.tools}>
      <ul>
        {run.tools.map((tool) => {
          const age = ageOf(tool, run.dateBegun);
          const isOld = age !== null && age > OLD;
          return (
            <li key={tool.name} className="li">
              <div className="l1">
                <Mark shape={isOld ? 'warn' : 'ok'}>
                  {NAMES[tool.name] ?? tool.name} {tool.version}
                </Mark>
                <span className="r">{tool.seconds === null ? null : words.took(tool.seconds)}</span>
              </div>
              <div className="l2">
                {tool.signatures}
                {age === null ? null : `, ${words.old(age)}`}
              </div>
            </li>
          );
        })}
      </ul>
    </Section>
  );
};

/** The formats of the files, the most frequent first; each shows its files. */
export const FormatsOf = ({
  depositId,
  run,
  findings,
}: {
  readonly depositId: string;
  readonly run: string;
  readonly findings: Findings;
}) => {
  const { tools: words } = useWords();
  const { count } = useFormats();
  const none = findings.counts.find(({ kind }) => kind === 'not-identified')?.files ?? 0;
  if (findings.formats.length === 0) return null;
  return (
    <Section
      title={words.formats}
      count={`${count(findings.formats.length)}${none === 0 ? '' : ` ${words.unidentified(none)}`}`}
    >
      <Rows<Format>
        label={words.formats}
        rows={findings.formats}
        keyOf={({ puid }) => puid}
        widths="minmax(200px,1fr) 100px 80px"
        columns={[
          {
            key: 'format',
            head: words.format,
            of: 'name',
            cell: ({ puid, name }) => (
              <Link
                to="/deposits/$deposit/tools/$run"
                params={{ deposit: depositId, run }}
                search={{ show: 'identified', format: puid }}
              >
                {name ?? puid}
              </Link>
            ),
          },
          { key: 'puid', head: words.pronom, cell: ({ puid }) => <span className="id">{puid}</span> },
          { key: 'files', head: words.files, of: 'r', cell: ({ files }) => count(files) },
        ]}
      />
    </Section>
  );
};
