import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { dataOf } from '../../../api/data-of.js';
import { escapePath } from '../../../../formats/paths/repository-path.js';
import type { Deposit } from '../../api/deposits.js';
import { saveBlob } from '../../api/downloads.js';
import { idOf, pathOf } from '../../api/identifiers.js';
import { askingForLock } from '../../api/lock-question.js';
import { preservation } from '../../api/services.js';
import { Button, Switch } from '../../parts/controls/button.js';
import { Empty, Message, Problem } from '../../parts/feedback/messages.js';
import { InHead } from '../../parts/page.js';
import { toggled, NOTHING, type PathSelection } from '../../parts/lists/path-selection.js';
import { Sign } from '../../parts/sign.js';
import { Time } from '../../parts/values.js';
import { useFormats, useWords } from '../../words/language.js';
import { KINDS, type ChangeKind } from './changes.js';
import { ChangesTree } from './changes-tree.js';
import { ConfirmImport, deletesMuch } from './confirm-import.js';
import type { Preview } from './preview.js';
import type { Rules, Summary } from './preview-protocol.js';
import { SumsOf } from './sums.js';

const EVERYTHING: PathSelection = toggled(NOTHING, '');
const rulesOf = (chosen: PathSelection | null): Rules => [...(chosen ?? EVERYTHING).rules];

/** How many files the version has that an import builds on; 0 for a new group, null until it is known. */
const useFilesBefore = ({ archivalGroup, from }: Summary): number | null => {
  const path = pathOf(archivalGroup);
  const { data } = useQuery({
    queryKey: ['repository', 'versions', path, 'of', from],
    queryFn: ({ signal }) =>
      dataOf(
        preservation.GET('/versions/{path}', {
          params: { path: { path: escapePath(path) }, query: { before: from + 1, limit: 1 } },
          signal,
        }),
      ),
    enabled: from > 0,
  });
  return from === 0 ? 0 : (data?.versions[0]?.files ?? null);
};

interface PreviewOfOptions {
  readonly preview: Preview;
  readonly whole: Summary;
  readonly deposit: Deposit;
  readonly address: string;
  /** What the post says of a bag that lacks files. */
  readonly query: string;
  readonly isLooking: boolean;
  readonly onLook: () => void;
}

/** Asks for the import of what is chosen, and goes to it. */
const useImport = ({ preview, deposit, address, query }: PreviewOfOptions, summary: Summary, rules: Rules) => {
  const navigate = useNavigate();
  const client = useQueryClient();
  const depositId = idOf(deposit.id);
  return useMutation({
    mutationFn: () =>
      askingForLock(address, () =>
        preview.ask('post', { rules, address, query, key: crypto.randomUUID(), confirmed: summary.sums }),
      ),
    onSuccess: async ({ result }) => {
      await client.invalidateQueries({ queryKey: ['deposits', depositId], exact: true });
      if (result !== null)
        await navigate({ to: '/deposits/$deposit/import/$result', params: { deposit: depositId, result } });
    },
  });
};

const Gone = ({ summary, filesBefore }: { readonly summary: Summary; readonly filesBefore: number | null }) => {
  const { import: words } = useWords();
  const { sums, gone, from } = summary;
  if (filesBefore === null || sums.deleted.files === 0 || !deletesMuch(summary, filesBefore)) return null;
  return (
    <Message kind="warn">
      <p>
        <strong>
          {words.gone(
            sums.deleted.files,
            filesBefore,
            from + 1,
            gone.map(({ name }) => name),
          )}
        </strong>
      </p>
      <p>{words.goneWhy(from)}</p>
    </Message>
  );
};

const kindIn = (text: string | undefined): ChangeKind | null => KINDS.find((kind) => kind === text) ?? null;

const Toolbar = ({
  options: { preview, whole },
  rules,
  isChoosing,
  onChoosing,
  stay,
}: {
  readonly options: PreviewOfOptions;
  readonly rules: Rules;
  readonly isChoosing: boolean;
  readonly onChoosing: (isChoosing: boolean) => void;
  readonly stay: number | null;
}) => {
  const { import: words } = useWords();
  const { count } = useFormats();
  const search = useSearch({ from: '/inside/deposits/$deposit/import' });
  const navigate = useNavigate();
  const all = KINDS.reduce((sum, kind) => sum + whole.sums[kind].files, 0);
  const save = async (): Promise<void> =>
    saveBlob(
      new Blob([await preview.ask('csv', { rules, heads: words.csvHeads })], { type: 'text/csv' }),
      'import.csv',
    );
  return (
    <div className="toolbar">
      <Switch
        label={words.show}
        value={kindIn(search.show) ?? 'all'}
        onChange={(show) =>
          void navigate({ to: '.', search: { ...search, show: show === 'all' ? '' : show }, resetScroll: false })
        }
        options={[
          {
            value: 'all' as const,
            label: (
              <>
                {words.all} <span className="muted">{count(all)}</span>
              </>
            ),
          },
          ...KINDS.map((kind) => ({
            value: kind,
            label: (
              <>
                <Sign kind={kind} />
                {words.kinds[kind]}
              </>
            ),
          })),
        ]}
      />
      <Button small look="quiet" onClick={() => onChoosing(!isChoosing)}>
        {isChoosing ? words.chooseAll : words.chooseSome}
      </Button>
      <span className="grow" />
      <span className="soft wide">{stay === null ? null : words.stay(stay)}</span>
      <Button small look="quiet" icon="save" onClick={() => void save()}>
        {words.csv}
      </Button>
    </div>
  );
};

/** What the import would do: counts, what would be lost, the changes by folder, and the button. */
export const PreviewOf = (options: PreviewOfOptions) => {
  const { preview, whole, deposit, isLooking, onLook } = options;
  const { import: words } = useWords();
  const { show } = useSearch({ from: '/inside/deposits/$deposit/import' });
  const [chosen, choose] = useState<PathSelection | null>(null);
  const rules = rulesOf(chosen);
  const { data: summary = whole } = useQuery({
    queryKey: ['import-preview', preview.number, 'chosen', whole.made, rules],
    queryFn: () => preview.ask('choose', { rules }),
    placeholderData: (before: Summary | undefined) => before,
    enabled: chosen !== null,
  });
  const shown = chosen === null ? whole : summary;
  const filesBefore = useFilesBefore(whole);
  const importing = useImport(options, shown, rules);
  const isOld = Date.parse(deposit.lastModified ?? whole.made) > Date.parse(whole.made);
  const { sums, from } = shown;
  const stay = filesBefore === null ? null : filesBefore - sums.changed.files - sums.renamed.files - sums.deleted.files;
  return (
    <>
      <InHead
        facts={
          <>
            <span>{words.from(from)}</span>
            <span>
              {words.asOf} <Time at={whole.made} />
            </span>
          </>
        }
        actions={
          <>
            <Button busy={isLooking ? words.looking : null} onClick={onLook}>
              {words.lookAgain}
            </Button>
            {whole.isEmpty ? null : (
              <ConfirmImport
                summary={shown}
                filesBefore={filesBefore}
                why={shown.isEmpty ? words.nothingLeft : null}
                busy={importing.isPending ? words.asking : null}
                onImport={() => importing.mutate()}
              />
            )}
          </>
        }
      />
      {isOld ? (
        <Message kind="warn">
          <p>{words.changedSince}</p>
        </Message>
      ) : null}
      {importing.data?.result === null ? (
        <Message
          kind="warn"
          actions={
            <Button small onClick={onLook}>
              {words.lookAgain}
            </Button>
          }
        >
          <p>{words.otherNow}</p>
        </Message>
      ) : null}
      {importing.error === null ? null : importing.error.message === 'too-large' ? (
        <Message kind="bad">
          <p>{words.tooLarge}</p>
        </Message>
      ) : (
        <Problem error={importing.error} />
      )}
      {whole.warnings.map((warning) => (
        <Message key={warning} kind="warn">
          <p>{warning}</p>
        </Message>
      ))}
      {whole.isEmpty ? (
        <Empty title={words.nothing}>
          <p>{words.nothingWhy}</p>
        </Empty>
      ) : (
        <>
          <SumsOf sums={sums} hasMets={shown.hasMets} version={from + 1} />
          <Gone summary={shown} filesBefore={filesBefore} />
          <Toolbar
            options={options}
            rules={rules}
            isChoosing={chosen !== null}
            onChoosing={(isChoosing) => choose(isChoosing ? EVERYTHING : null)}
            stay={stay}
          />
          {chosen === null ? null : (
            <Message kind="info">
              <p>{words.leftOut}</p>
            </Message>
          )}
          <ChangesTree
            key={show ?? ''}
            preview={preview}
            summary={whole}
            show={kindIn(show)}
            chosen={chosen}
            onChoose={choose}
          />
        </>
      )}
    </>
  );
};
