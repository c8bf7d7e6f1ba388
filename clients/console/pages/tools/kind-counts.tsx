import type { Findings, FindingKind } from '../../api/runs.js';
import { Mark, type MarkColour, type MarkShape } from '../../parts/marks.js';
import { useFormats, useWords } from '../../words/language.js';

const SHAPES = {
  infected: ['inf', 'bad'],
  wrong: ['fail', 'bad'],
  missing: ['fail', 'bad'],
  'not-listed': ['warn', 'warn'],
  bag: ['fail', 'bad'],
  'not-scanned': ['warn', 'warn'],
  failed: ['warn', 'warn'],
  'not-identified': ['q', 'still'],
  identified: ['ok', 'ok'],
} as const satisfies Record<FindingKind, readonly [MarkShape, MarkColour]>;

/** A finding as people say it, in its shape. */
export const KindMark = ({ kind, isNone = false }: { readonly kind: FindingKind; readonly isNone?: boolean }) => {
  const { tools: words } = useWords();
  const [shape, colour] = SHAPES[kind];
  return (
    <Mark shape={shape} colour={isNone ? 'still' : colour} title={kind}>
      {words.kinds[kind]}
    </Mark>
  );
};

/** What can be wrong with a file of a bag. */
const BAG_KINDS = ['missing', 'wrong', 'not-listed'] as const satisfies readonly FindingKind[];

const OF_BAG: ReadonlySet<FindingKind> = new Set([...BAG_KINDS, 'bag']);

/** How many files have such a finding. */
export const filesOf = ({ counts }: Pick<Findings, 'counts'>, wanted: FindingKind): number =>
  counts.find(({ kind }) => kind === wanted)?.files ?? 0;

/** Whether a run was stopped by what its bag lacks. */
export const isOfBag = ({ counts }: Pick<Findings, 'counts'>): boolean => counts.some(({ kind }) => OF_BAG.has(kind));

/** The numbers that stand above the findings: of files, or of a bag. */
export const KindCounts = ({ findings }: { readonly findings: Findings }) => {
  const { tools: words } = useWords();
  const { count } = useFormats();
  const of = (kind: FindingKind): number => filesOf(findings, kind);
  const kinds: readonly FindingKind[] = isOfBag(findings)
    ? BAG_KINDS
    : ['identified', 'not-identified', 'infected', of('failed') > of('not-scanned') ? 'failed' : 'not-scanned'];
  const listed = findings.files - of('missing') - of('wrong');
  return (
    <ul className="counts">
      {isOfBag(findings) ? (
        <li>
          <div className="k">
            <Mark shape="ok">{words.asListed}</Mark>
          </div>
          <div className="n">{count(listed)}</div>
          <div className="s">{words.asListedWhy}</div>
        </li>
      ) : null}
      {kinds.map((kind) => (
        <li key={kind}>
          <div className="k">
            <KindMark kind={kind} isNone={of(kind) === 0} />
          </div>
          <div className="n">{count(of(kind))}</div>
          <div className="s">
            {kind === 'identified'
              ? words.ofFiles(findings.files, findings.formats.length)
              : of(kind) === 0
                ? null
                : words.counted[kind]}
          </div>
        </li>
      ))}
    </ul>
  );
};
