import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiFault } from '../../../api/api-fault.js';
import { preservation } from '../../api/services.js';
import { Button } from '../../parts/controls/button.js';
import { Dialog } from '../../parts/controls/dialog.js';
import { Message, Problem } from '../../parts/feedback/messages.js';
import { Rows } from '../../parts/lists/rows.js';
import { useToast } from '../../parts/feedback/toasts.js';
import { useWords } from '../../words/language.js';

/** Ids that are no XML names, and the names they would get; null where the platform does not rewrite ids. */
const useLook = (depositId: string) =>
  useQuery({
    queryKey: ['deposits', depositId, 'mets', 'ids'],
    queryFn: async ({ signal }) => {
      const path = { depositId };
      try {
        const { data, response } = await preservation.GET('/deposits/{depositId}/mets/normalise', {
          params: { path },
          signal,
        });
        return data === undefined ? null : { ...data, etag: response.headers.get('etag') };
      } catch (error) {
        if (error instanceof ApiFault && error.status === 404) return null;
        throw error;
      }
    },
  });

/** Looks which ids are no XML names, and rewrites them after a look. */
export const Ids = ({ depositId }: { readonly depositId: string }) => {
  const { mets: words } = useWords();
  const tell = useToast();
  const client = useQueryClient();
  const { data, error } = useLook(depositId);
  const [isSeen, see] = useState(false);
  const rewrite = useMutation({
    mutationFn: (etag: string | null) =>
      preservation.POST('/deposits/{depositId}/mets/normalise', {
        params: { path: { depositId }, header: etag === null ? {} : { 'If-Match': etag } },
      }),
    onSuccess: () => {
      see(false);
      tell(words.idsRewritten);
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['deposits', depositId] }),
  });
  if (error !== null) return <Problem error={error} />;
  if (data === undefined || data === null || data.idsRewritten === 0) return null;
  const { idsRewritten: ids, referencesRewritten: references, rewrites, warnings } = data;
  return (
    <div style={{ marginTop: 16 }}>
      <Message kind="warn">
        <p>
          <strong>{words.idsTitle(ids)}</strong>
        </p>
        <p>{words.idsWhy}</p>
      </Message>
      <div className="actions">
        <Button small onClick={() => see(true)}>
          {words.seeIds(ids)}
        </Button>
      </div>
      <Dialog
        title={words.rewriteTitle(ids)}
        isOpen={isSeen}
        isBig
        onClose={() => see(false)}
        action={words.rewrite(ids)}
        busy={rewrite.isPending ? words.rewriting : null}
        onAct={() => rewrite.mutate(data.etag)}
      >
        <p>{words.rewriteWhat(ids, references)}</p>
        {warnings.map((warning) => (
          <p key={warning} className="muted">
            {warning}
          </p>
        ))}
        <Rows
          label={words.rewriteTitle(ids)}
          columns={[
            { key: 'from', head: words.idNow, of: 'name', cell: ({ from }) => <span className="digest">{from}</span> },
            { key: 'to', head: words.idThen, cell: ({ to }) => <span className="digest">{to}</span> },
          ]}
          widths="minmax(0,1fr) minmax(0,1fr)"
          rows={rewrites}
          keyOf={({ from }) => from}
        />
        {rewrite.error === null ? null : <Problem error={rewrite.error} />}
      </Dialog>
    </div>
  );
};
