import { useState, type ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { useStartJob } from '../../api/jobs.js';
import { Dialog } from '../../parts/controls/dialog.js';
import { TextField } from '../../parts/controls/field.js';
import { Menu } from '../../parts/controls/menu.js';
import { Problem } from '../../parts/feedback/messages.js';
import { useWords } from '../../words/language.js';

const Choice = ({
  isOn,
  onChange,
  label,
  children,
}: {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly label: string;
  readonly children: ReactNode;
}) => (
  <label className="choice">
    <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.target.checked)} />
    <span>
      {label}
      <span className="hint">{children}</span>
    </span>
  </label>
);

const Start = ({ kind, onClose }: { readonly kind: 'audit' | 'adoption'; readonly onClose: () => void }) => {
  const { jobs: words } = useWords();
  const navigate = useNavigate();
  const [place, setPlace] = useState('');
  const [isQuick, setQuick] = useState(false);
  const [isDry, setDry] = useState(true);
  const [isVerified, setVerified] = useState(false);
  const start = useStartJob();
  const isAudit = kind === 'audit';
  const archivalGroup = place.trim() === '' ? null : place.trim();
  const act = (): void =>
    start.mutate(
      isAudit ? { kind, archivalGroup, quick: isQuick } : { kind, archivalGroup, dryRun: isDry, verify: isVerified },
      { onSuccess: ({ jobId }) => void navigate({ to: '/jobs/$job', params: { job: jobId } }) },
    );
  return (
    <Dialog
      title={isAudit ? words.auditTitle : words.adoptionTitle}
      isOpen
      onClose={onClose}
      action={isAudit ? words.startIt.audit : isDry ? words.startIt.dryRun : words.startIt.adoption}
      busy={start.isPending ? words.starting : null}
      onAct={act}
    >
      <p>{isAudit ? words.auditWhy : words.adoptionWhy}</p>
      <TextField label={words.place} hint={words.placeHint} value={place} onChange={setPlace} autoFocus />
      {isAudit ? (
        <Choice isOn={isQuick} onChange={setQuick} label={words.quick}>
          {words.quickHow}
        </Choice>
      ) : (
        <>
          <Choice isOn={isDry} onChange={setDry} label={words.dryRun}>
            {words.dryRunHow}
          </Choice>
          <Choice isOn={isVerified} onChange={setVerified} label={words.verify}>
            {words.verifyHow}
          </Choice>
        </>
      )}
      {start.error === null ? null : <Problem error={start.error} />}
    </Dialog>
  );
};

/** Starts an audit or an adoption, after its questions. */
export const StartJob = () => {
  const { jobs: words } = useWords();
  const [kind, setKind] = useState<'audit' | 'adoption' | null>(null);
  return (
    <>
      <Menu
        label={words.start}
        button={words.start}
        groups={[
          [
            {
              key: 'audit',
              label: words.startAudit,
              below: words.startAuditHow,
              onChoose: () => setKind('audit'),
            },
            {
              key: 'adoption',
              label: words.startAdoption,
              below: words.startAdoptionHow,
              onChoose: () => setKind('adoption'),
            },
          ],
        ]}
      />
      {kind === null ? null : <Start kind={kind} onClose={() => setKind(null)} />}
    </>
  );
};
