import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ApiFault } from '../../../api/api-fault.js';
import { idOf } from '../../api/identifiers.js';
import { PRESERVATION } from '../../api/services.js';
import type { Deposit } from '../../api/deposits.js';
import { Button, ButtonLink } from '../../parts/controls/button.js';
import { Loaded } from '../../parts/feedback/loading.js';
import { Empty, Message } from '../../parts/feedback/messages.js';
import { useWords } from '../../words/language.js';
import { useDeposit } from '../deposit/deposit-page.js';
import { EarlierImports } from './earlier-imports.js';
import { PreviewOf } from './preview-of.js';
import { usePreview, type Preview } from './preview.js';

/** Where the jobs of a deposit are asked for; a bag that lacks files is only taken where somebody has said so. */
const addressOf = (depositId: string): string =>
  new URL(`${PRESERVATION}/deposits/${depositId}/importjobs`, document.baseURI).href;

const usePreviewed = (preview: Preview, depositId: string, isIncomplete: boolean) =>
  useQuery({
    queryKey: ['import-preview', preview.number, depositId, isIncomplete],
    queryFn: () =>
      preview.ask('read', {
        address: `${addressOf(depositId)}/diff${isIncomplete ? '?acceptIncompleteBag=true' : ''}`,
      }),
    staleTime: Infinity,
    retry: false,
  });

/** The code of the problem that an answer tells, such as `bag-incomplete`. */
const codeIn = (error: unknown): string => {
  const { type = '' } = error instanceof ApiFault ? (error.problem as { readonly type?: string }) : {};
  return type.slice(type.lastIndexOf('/') + 1);
};

const Previewed = ({ preview, deposit }: { readonly preview: Preview; readonly deposit: Deposit }) => {
  const { import: words } = useWords();
  const depositId = idOf(deposit.id);
  const search = useSearch({ from: '/inside/deposits/$deposit/import' });
  const navigate = useNavigate();
  const isIncomplete = search.incomplete === 'true';
  const query = usePreviewed(preview, depositId, isIncomplete);
  return (
    <>
      {codeIn(query.error) === 'bag-incomplete' ? (
        <div className="toolbar">
          <Button small onClick={() => void navigate({ to: '.', search: { ...search, incomplete: 'true' } })}>
            {words.bagIncomplete}
          </Button>
        </div>
      ) : null}
      {query.error !== null && query.data === undefined ? (
        <div className="toolbar">
          <ButtonLink small look="primary" to="/deposits/$deposit" params={{ deposit: depositId }}>
            {words.toFiles}
          </ButtonLink>
          <span className="soft">{words.toFilesWhy}</span>
        </div>
      ) : null}
      {query.data === undefined && query.isFetching ? (
        <p className="soft" role="status">
          {words.reading}
        </p>
      ) : null}
      <Loaded query={query}>
        {(whole) => (
          <PreviewOf
            key={whole.made}
            preview={preview}
            whole={whole}
            deposit={deposit}
            address={addressOf(depositId)}
            query={isIncomplete ? '?acceptIncompleteBag=true' : ''}
            isLooking={query.isFetching}
            onLook={() => void query.refetch()}
          />
        )}
      </Loaded>
    </>
  );
};

/** What an import of the deposit would do, before it is done; its earlier imports below. */
export const ImportTab = () => {
  const { import: words } = useWords();
  const deposit = useDeposit();
  const preview = usePreview();
  const depositId = idOf(deposit.id);
  const params = { deposit: depositId };
  const { job = null } = deposit;
  const isImporting = job?.kind === 'import';
  return (
    <>
      {isImporting ? (
        <Message
          kind="info"
          actions={
            <ButtonLink
              small
              look="primary"
              to="/deposits/$deposit/import/$result"
              params={{ ...params, result: job.jobId }}
            >
              {words.see}
            </ButtonLink>
          }
        >
          <p>
            <strong>{words.running}</strong>
          </p>
        </Message>
      ) : deposit.archivalGroup === null ? (
        <Empty title={words.noGroup}>
          <p>{words.noGroupWhy}</p>
        </Empty>
      ) : !deposit.active ? (
        <Message kind="info">
          <p>
            <strong>{words.closed}</strong>
          </p>
          <p>{words.closedWhy}</p>
        </Message>
      ) : preview === null ? null : (
        <Previewed preview={preview} deposit={deposit} />
      )}
      <EarlierImports depositId={depositId} />
    </>
  );
};
