import { useQuery } from '@tanstack/react-query';
import { depositCountsQuery, type CombinedFolderRow, type Deposit } from '../../api/deposits.js';
import { idOf } from '../../api/identifiers.js';
import { Button } from '../../parts/controls/button.js';
import { Problem } from '../../parts/feedback/messages.js';
import { useToast } from '../../parts/feedback/toasts.js';
import { Size } from '../../parts/values.js';
import { useWords } from '../../words/language.js';
import { ImportStep } from './import-step.js';
import { nextStep } from './next-step.js';
import { useRecordAll } from './record-files.js';
import { Step } from './step.js';
import { ToolsStep } from './tools-step.js';

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

/** The four steps of a deposit: each with its state, one sentence and what can be done; one of them is next. */
export const Steps = ({ deposit }: { readonly deposit: Deposit }) => {
  const { deposit: words } = useWords();
  const depositId = idOf(deposit.id);
  const { data, error } = useQuery(depositCountsQuery(depositId));
  if (error !== null) return <Problem error={error} />;
  if (data === undefined) return null;
  // The METS is a file of the workspace, but none that somebody put there.
  const folder = { ...data.folder, files: data.folder.files - (data.metsETag === null ? 0 : 1) };
  const next = deposit.active ? nextStep(folder, deposit) : null;
  return (
    <ol className="steps" aria-label={words.steps.label}>
      <FilesStep folder={folder} isNext={next === 'files'} />
      <ToolsStep deposit={deposit} folder={folder} isNext={next === 'tools'} />
      <RecordStep folder={folder} depositId={depositId} isNext={next === 'record'} />
      <ImportStep deposit={deposit} folder={folder} isNext={next === 'import'} />
    </ol>
  );
};
