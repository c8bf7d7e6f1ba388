import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { idOf } from '../../api/identifiers.js';
import type { Deposit } from '../../api/deposits.js';
import { runsQuery } from '../../api/runs.js';
import { preservation } from '../../api/services.js';
import { Button } from '../../parts/controls/button.js';
import { Dialog } from '../../parts/controls/dialog.js';
import { useKeys } from '../../parts/keys.js';
import { Problem } from '../../parts/feedback/messages.js';
import { useWords } from '../../words/language.js';

/** Runs the tools after a question, and goes to the run. */
export const RunTools = ({
  deposit,
  isAgain,
  isPrimary = false,
}: {
  readonly deposit: Deposit;
  readonly isAgain: boolean;
  readonly isPrimary?: boolean;
}) => {
  const { tools: words } = useWords();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isAsked, ask] = useState(false);
  const depositId = idOf(deposit.id);
  const run = useMutation({
    mutationFn: async () => {
      await preservation.POST('/deposits/{depositId}/pipeline', {
        params: { path: { depositId }, header: { 'Idempotency-Key': crypto.randomUUID() } },
      });
      await client.invalidateQueries({ queryKey: ['deposits', depositId] });
      const { jobs } = await client.query({ ...runsQuery(depositId, 1, 1), staleTime: 0 });
      return jobs[0]?.jobId ?? null;
    },
    onSuccess: async (newest) => {
      ask(false);
      if (newest !== null)
        await navigate({ to: '/deposits/$deposit/tools/$run', params: { deposit: depositId, run: newest } });
    },
  });
  const why = !deposit.active ? words.closed : deposit.job?.kind === 'pipelineRun' ? words.underWay : null;
  const label = isAgain ? words.runAgain : words.runTools;
  useKeys(why === null ? { t: () => ask(true) } : {});
  return (
    <>
      <Button
        small
        {...(isPrimary ? { look: 'primary' as const } : {})}
        why={why}
        keyName="T"
        onClick={() => ask(true)}
      >
        {label}
      </Button>
      <Dialog
        title={isAgain ? words.runTitleAgain : words.runTitle}
        isOpen={isAsked}
        onClose={() => ask(false)}
        action={label}
        busy={run.isPending ? words.starting : null}
        onAct={() => run.mutate()}
      >
        <p>{words.runWhy}</p>
        {run.error === null ? null : <Problem error={run.error} />}
      </Dialog>
    </>
  );
};
