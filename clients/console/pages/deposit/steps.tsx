import type { ReactNode } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '../../../api/data-of.js';
import { depositCountsQuery, type CombinedFolderRow, type Deposit } from '../../api/deposits.js';
import { idOf } from '../../api/identifiers.js';
import { preservation } from '../../api/services.js';
import { Button, ButtonLink } from '../../parts/button.js';
import { colourOf, Shape, type MarkShape } from '../../parts/marks.js';
import { Problem } from '../../parts/messages.js';
import { useToast } from '../../parts/toasts.js';
import { Size } from '../../parts/values.js';
import { useWords } from '../../words/language.js';
import { useRecordAll } from './record-files.js';

interface StepOptions {
  readonly shape: MarkShape;
  readonly title: string;
  readonly isNext?: boolean;
  readonly children?: ReactNode;
  /** What can be done. */
  readonly actions?: ReactNode;
}

const Step = ({ shape, title, isNext = false, children, actions }: StepOptions) => (
  <li className={isNext ? 'now' : ''} aria-current={isNext ? 'step' : undefined}>
    <div className={`st ${colourOf(shape)}`}>
      <Shape shape={shape} />
      <span>{title}</span>
    </div>
    <p>{children}</p>
    {actions === undefined ? null : <div className="do">{actions}</div>}
  </li>
);

type Counts = CombinedFolderRow['states'];

/** What stands in the way of an import. */
const openOf = (counts: Counts): number =>
  counts['not-recorded'] + counts.differs + counts['digest-differs'] + counts['not-in-workspace'];

/** The one step to do next. */
export const nextStep = ({
  files,
  states,
}: Pick<CombinedFolderRow, 'files' | 'states'>): 'files' | 'tools' | 'record' | 'import' => {
  if (files === 0) return 'files';
  if (openOf(states) > 0) return 'record';
  if (states.infected > 0 || states['not-scanned'] === files) return 'tools';
  return 'import';
};

const FilesStep = ({ folder, isNext }: { readonly folder: CombinedFolderRow; readonly isNext: boolean }) => {
  const { deposit, parts } = useWords();
  const { steps } = deposit;
  if (folder.files === 0)
    return (
      <Step shape="new" title={steps.noFiles} isNext={isNext}>
        {steps.noFilesWhy}
      </Step>
    );
  return (
    <Step shape="ok" title={steps.files}>
      {parts.files(folder.files)}, <Size bytes={folder.bytes} />
    </Step>
  );
};

const ToolsStep = ({
  folder,
  depositId,
  isNext,
}: {
  readonly folder: CombinedFolderRow;
  readonly depositId: string;
  readonly isNext: boolean;
}) => {
  const { deposit } = useWords();
  const { steps } = deposit;
  const client = useQueryClient();
  const run = useMutation({
    mutationFn: () => dataOf(preservation.POST('/deposits/{depositId}/pipeline', { params: { path: { depositId } } })),
    onSettled: () => client.invalidateQueries({ queryKey: ['deposits', depositId] }),
  });
  const { infected, 'not-scanned': unscanned, 'not-identified': unidentified } = folder.states;
  const wasRun = folder.files > 0 && unscanned < folder.files;
  const [shape, title]: readonly [MarkShape, string] =
    infected > 0
      ? ['inf', steps.infected(infected)]
      : wasRun && unscanned === 0
        ? ['ok', steps.checked]
        : wasRun
          ? ['q', steps.notScanned(unscanned)]
          : ['wait', steps.notChecked];
  return (
    <Step
      shape={shape}
      title={title}
      isNext={isNext}
      actions={
        folder.files === 0 ? undefined : (
          <>
            {infected > 0 ? (
              <ButtonLink small to="/deposits/$deposit" params={{ deposit: depositId }} search={{ show: 'infected' }}>
                {steps.seeThese(infected)}
              </ButtonLink>
            ) : null}
            <Button
              small
              look={isNext && !wasRun ? 'primary' : wasRun ? 'quiet' : 'ordinary'}
              busy={run.isPending ? steps.startingTools : null}
              onClick={() => run.mutate()}
            >
              {wasRun ? steps.runAgain : steps.runTools}
            </Button>
          </>
        )
      }
    >
      {run.error === null ? (
        wasRun && unidentified > 0 ? (
          steps.notIdentified(unidentified)
        ) : wasRun ? (
          ''
        ) : (
          steps.notCheckedWhy
        )
      ) : (
        <Problem error={run.error} />
      )}
    </Step>
  );
};

const RecordStep = ({
  folder,
  depositId,
  isNext,
}: {
  readonly folder: CombinedFolderRow;
  readonly depositId: string;
  readonly isNext: boolean;
}) => {
  const { deposit } = useWords();
  const { steps } = deposit;
  const tell = useToast();
  const record = useRecordAll(depositId);
  const {
    'not-recorded': unrecorded,
    differs,
    'digest-differs': otherDigest,
    'not-in-workspace': missing,
  } = folder.states;
  const differing = differs + otherDigest;
  const open = unrecorded + differing;
  if (folder.files === 0) return <Step shape="wait" title={steps.nothingToRecord} />;
  if (open + missing === 0)
    return (
      <Step shape="ok" title={steps.recorded}>
        {steps.recordedWhy}
      </Step>
    );
  const titles = [
    ...(unrecorded > 0 ? [steps.notRecorded(unrecorded)] : []),
    ...(differing > 0 ? [steps.differ(differing)] : []),
    ...(missing > 0 ? [steps.missing(missing)] : []),
  ];
  return (
    <Step
      shape="warn"
      title={titles[0] ?? ''}
      isNext={isNext}
      actions={
        open === 0 ? undefined : (
          <Button
            small
            look={isNext ? 'primary' : 'ordinary'}
            busy={record.isPending ? steps.recording(open) : null}
            onClick={() => record.mutate(undefined, { onSuccess: (n) => tell(deposit.recordedNow(n)) })}
          >
            {steps.record}
          </Button>
        )
      }
    >
      {record.error === null ? titles.slice(1).join('; ') : <Problem error={record.error} />}
    </Step>
  );
};

const ImportStep = ({
  deposit,
  folder,
  isNext,
}: {
  readonly deposit: Deposit;
  readonly folder: CombinedFolderRow;
  readonly isNext: boolean;
}) => {
  const { steps } = useWords().deposit;
  const depositId = idOf(deposit.id);
  if (deposit.versionPreserved !== null && !deposit.active)
    return <Step shape="ok" title={steps.importDone(deposit.versionPreserved)} />;
  const isReady = folder.files > 0 && openOf(folder.states) === 0;
  const why = deposit.archivalGroup === null ? steps.noPlace : isReady ? null : steps.previewWhy;
  return (
    <Step
      shape={isReady ? 'new' : 'wait'}
      title={steps.importFirst}
      isNext={isNext}
      actions={
        why === null ? (
          <ButtonLink
            small
            {...(isNext ? { look: 'primary' as const } : {})}
            to="/deposits/$deposit/import"
            params={{ deposit: depositId }}
          >
            {steps.preview}
          </ButtonLink>
        ) : (
          <Button small why={why}>
            {steps.preview}
          </Button>
        )
      }
    >
      {why === null ? steps.importReady : deposit.archivalGroup === null ? steps.noPlace : steps.importWhen}
    </Step>
  );
};

/** The four steps of a deposit: each with its state, one sentence and what can be done; one of them is next. */
export const Steps = ({ deposit }: { readonly deposit: Deposit }) => {
  const { deposit: words } = useWords();
  const depositId = idOf(deposit.id);
  const { data, error } = useQuery(depositCountsQuery(depositId));
  if (error !== null) return <Problem error={error} />;
  if (data === undefined) return null;
  const { folder } = data;
  const next = deposit.active ? nextStep(folder) : null;
  return (
    <ol className="steps" aria-label={words.steps.label}>
      <FilesStep folder={folder} isNext={next === 'files'} />
      <ToolsStep folder={folder} depositId={depositId} isNext={next === 'tools'} />
      <RecordStep folder={folder} depositId={depositId} isNext={next === 'record'} />
      <ImportStep deposit={deposit} folder={folder} isNext={next === 'import'} />
    </ol>
  );
};
