import { useState } from 'react';
import { idOf } from '../../api/identifiers.js';
import { Empty, Message, Problem } from '../../parts/feedback/messages.js';
import { INTO, useBeginning, useBeginUpload, useDrop, useUpload, type Begin } from '../../uploads/use-uploads.js';
import { isOpen } from '../../uploads/store.js';
import { useWords } from '../../words/language.js';
import { useDeposit } from '../deposit/deposit-page.js';
import { Choose, OfFolderSwitch, type OfFolder } from './choose.js';
import { UploadFiles } from './files.js';
import { Notices, Unfinished } from './notices.js';
import { Total } from './total.js';

/** What is still read of what was dropped or chosen, and why an upload could not begin. */
const Beginning = ({ depositId }: { readonly depositId: string }) => {
  const { upload: words } = useWords();
  const beginning = useBeginning(depositId);
  if (beginning === null) return null;
  if (beginning.found === null)
    return (
      <>
        <p>{words.notBegun}</p>
        <Problem error={beginning.error} />
      </>
    );
  return (
    <Message kind="info">
      <p role="status">{words.readingChosen(beginning.found)}</p>
    </Message>
  );
};

/** The place to drop, where nothing goes up yet. */
const Place = ({
  begin,
  isOver,
  of,
  onOf,
}: {
  readonly begin: Begin;
  readonly isOver: boolean;
  readonly of: OfFolder;
  readonly onOf: (of: OfFolder) => void;
}) => {
  const { upload: words } = useWords();
  return (
    <section className={isOver ? 'drop over' : 'drop'} aria-label={words.choosing} style={{ marginTop: 'var(--s4)' }}>
      <h2>{isOver ? words.dropNow : words.dropTitle}</h2>
      <p>{words.dropHow}</p>
      <p>{words.dropFolders}</p>
      <div className="actions">
        <Choose isFirst onChoose={begin.choose} />
        <OfFolderSwitch value={of} onChange={onOf} />
      </div>
    </section>
  );
};

/** What goes up to a deposit. It goes on while other pages are shown. */
export const UploadTab = () => {
  const { upload: words } = useWords();
  const deposit = useDeposit();
  const depositId = idOf(deposit.id);
  const [of, setOf] = useState<OfFolder>('contents');
  const begin = useBeginUpload(depositId, { into: INTO, keepsName: of === 'withName' });
  const uploading = useUpload(depositId);
  const isOver = useDrop(deposit.active ? begin.drop : null);
  if (!deposit.active) return <Empty title={words.notOpen} />;
  if (uploading === null)
    return (
      <>
        <Beginning depositId={depositId} />
        <Unfinished depositId={depositId} />
        <Place begin={begin} isOver={isOver} of={of} onOf={setOf} />
      </>
    );
  return (
    <>
      <Total depositId={depositId} uploading={uploading} />
      <Beginning depositId={depositId} />
      <Notices view={uploading.view} depositId={depositId} />
      <UploadFiles uploading={uploading}>
        <span className="soft wide">{isOver ? words.dropNow : words.dropMore}</span>
        <Choose isFirst={false} onChoose={begin.choose} />
        <OfFolderSwitch value={of} onChange={setOf} />
      </UploadFiles>
      {isOpen(uploading) ? <p className="soft">{words.stays}</p> : null}
    </>
  );
};
