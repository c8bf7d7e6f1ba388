import type { CombinedFolder, Deposit } from '../../../api/deposits.js';
import { useSession } from '../../../api/session.js';
import { idOf, pathOf } from '../../../api/identifiers.js';
import { ButtonLink } from '../../../parts/controls/button.js';
import { Message } from '../../../parts/feedback/messages.js';
import { useWords } from '../../../words/language.js';

/** Why the files of a deposit cannot be changed now, in a few words; null where they can. */
export const useWhyStill = (deposit: Deposit, counts: CombinedFolder | undefined): string | null => {
  const { depositFiles: words } = useWords();
  const { agent } = useSession();
  if (deposit.status === 'archived') return words.stillArchived;
  if (deposit.status === 'exporting') return words.stillFilled;
  if (!deposit.active) return words.stillClosed;
  if (deposit.lockedBy !== null && idOf(deposit.lockedBy) !== agent) return words.stillLocked(idOf(deposit.lockedBy));
  if (counts !== undefined && counts.metsETag !== null && !counts.metsEditable)
    return words.stillForeign(counts.metsAgent ?? words.anotherProgram);
  return null;
};

/** What a deposit that is not in work can still do, or whose METS is not changed here. */
export const Standing = ({ deposit, counts }: { readonly deposit: Deposit; readonly counts: CombinedFolder }) => {
  const { depositFiles: words } = useWords();
  const group = deposit.archivalGroup;
  const again =
    deposit.active || deposit.versionPreserved === null || group === null ? undefined : (
      <ButtonLink small to="/deposits/new" search={{ from: `${pathOf(group)}@${deposit.versionPreserved}` }}>
        {words.newFrom(deposit.versionPreserved)}
      </ButtonLink>
    );
  if (deposit.status === 'archived')
    return (
      <Message kind="info" actions={again}>
        <p>
          <strong>{words.archivedTitle}</strong>
        </p>
        <p>{words.archivedWhy}</p>
      </Message>
    );
  if (deposit.status === 'preserved' && !deposit.active)
    return (
      <Message kind="info" actions={again}>
        <p>
          <strong>{words.preservedTitle(deposit.versionPreserved ?? '')}</strong>
        </p>
        <p>{words.preservedWhy}</p>
      </Message>
    );
  if (!deposit.active && deposit.status !== 'exporting')
    return (
      <Message kind="info">
        <p>
          <strong>{words.closedTitle}</strong>
        </p>
        <p>{words.closedWhy}</p>
      </Message>
    );
  if (counts.metsETag !== null && !counts.metsEditable)
    return (
      <Message kind="info">
        <p>
          <strong>{words.foreignTitle(counts.metsAgent ?? words.anotherProgram)}</strong>
        </p>
        <p>{words.foreignWhy}</p>
      </Message>
    );
  return null;
};
