import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '../../../../api/data-of.js';
import type { components } from '../../../../api/generated/preservation.js';
import { ARCHIVE_AGES, type ArchiveAge, type Deposit } from '../../../api/deposits.js';
import { idOf } from '../../../api/identifiers.js';
import { preservation } from '../../../api/services.js';
import { Dialog } from '../../../parts/controls/dialog.js';
import { SelectField } from '../../../parts/controls/field.js';
import { Loaded } from '../../../parts/feedback/loading.js';
import { Message, Problem } from '../../../parts/feedback/messages.js';
import { useToast } from '../../../parts/feedback/toasts.js';
import { Size } from '../../../parts/values.js';
import { useWords } from '../../../words/language.js';

type Preview = components['schemas']['ArchivePreview'];

const isPreview = (answer: { readonly type: string }): answer is Preview => answer.type === 'ArchivePreview';

const archive = (depositId: string, body: components['schemas']['ArchiveRequest']) =>
  dataOf(preservation.POST('/deposits/{depositId}/archive', { params: { path: { depositId } }, body }));

/** Shows what archiving would remove from the workspace, and has it removed. */
export const ArchiveDialog = ({ deposit, onClose }: { readonly deposit: Deposit; readonly onClose: () => void }) => {
  const { depositMenu: words, parts } = useWords();
  const depositId = idOf(deposit.id);
  const client = useQueryClient();
  const tell = useToast();
  const [age, setAge] = useState<ArchiveAge>('P6M');
  const preview = useQuery({
    queryKey: ['deposits', depositId, 'archive', age],
    queryFn: () => archive(depositId, { dryRun: true, olderThan: age }),
    retry: false,
    gcTime: 0,
  });
  const run = useMutation({
    mutationFn: () => archive(depositId, { olderThan: age }),
    onSuccess: () => {
      tell(words.archiving);
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['deposits'] }),
  });
  const found = preview.data !== undefined && isPreview(preview.data) ? preview.data : null;
  return (
    <Dialog
      title={words.archiveTitle}
      isOpen
      isFinal
      onClose={onClose}
      action={words.archive}
      why={found === null ? words.stillCounting : found.archivable ? null : words.notArchivable}
      busy={run.isPending ? words.startingArchive : null}
      onAct={() => run.mutate()}
    >
      {run.error === null ? null : <Problem error={run.error} />}
      <p>{words.archiveWhat}</p>
      <SelectField
        label={words.lastChanged}
        value={age}
        options={ARCHIVE_AGES.map((value) => ({ value, label: words.ages[value] }))}
        onChange={setAge}
      />
      <Loaded query={preview} rows={2}>
        {(answer) =>
          isPreview(answer) ? (
            <>
              <p>
                {words.wouldRemove}: {parts.files(answer.files)}, <Size bytes={answer.bytes} />
                {answer.version === null ? null : `. ${words.versionHas(answer.version)}`}
              </p>
              {answer.reasons.map(({ message }) => (
                <Message key={message} kind="warn">
                  {message}
                </Message>
              ))}
            </>
          ) : null
        }
      </Loaded>
    </Dialog>
  );
};
