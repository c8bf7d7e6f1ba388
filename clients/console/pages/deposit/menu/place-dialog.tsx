import { useState } from 'react';
import { escapePath, lastName, parentOf, slugViolation } from '../../../../../formats/paths/repository-path.js';
import type { Deposit } from '../../../api/deposits.js';
import { idOf, pathOf } from '../../../api/identifiers.js';
import { Dialog } from '../../../parts/controls/dialog.js';
import { TextField } from '../../../parts/controls/field.js';
import { Message, Problem } from '../../../parts/feedback/messages.js';
import { containerViolation, PlacePicker, type ChosenPlace } from '../../../parts/controls/place-picker.js';
import { useToast } from '../../../parts/feedback/toasts.js';
import { useWords } from '../../../words/language.js';
import { usePatch } from './use-patch.js';

/** Chooses where in the repository a deposit will be: a new archival group, or the next version of one that is there. */
export const PlaceDialog = ({ deposit, onClose }: { readonly deposit: Deposit; readonly onClose: () => void }) => {
  const { depositMenu: words, newDeposit, parts } = useWords();
  const tell = useToast();
  const now = deposit.archivalGroup === null ? null : pathOf(deposit.archivalGroup);
  const [place, setPlace] = useState<ChosenPlace>({
    container: now === null ? '' : (parentOf(now) ?? ''),
    group: now !== null && deposit.archivalGroupExists ? { path: now, name: deposit.archivalGroupName } : null,
  });
  const { container } = place;
  const [slug, setSlug] = useState(now === null ? '' : lastName(now));
  const path = container === '' ? slug : `${container}/${slug}`;
  const wrong = slug === '' ? null : slugViolation(slug);
  const patch = usePatch(idOf(deposit.id), (warnings) => {
    tell([words.placed(path), ...warnings].join(' '));
    onClose();
  });
  const why =
    containerViolation(container) !== null
      ? parts.containerWrong
      : slug === ''
        ? words.chooseFirst
        : wrong !== null
          ? words.slugWrong
          : path === now
            ? words.samePlace
            : null;
  return (
    <Dialog
      title={words.choosePlace}
      isOpen
      isBig
      onClose={onClose}
      action={words.take}
      why={why}
      busy={patch.isPending ? words.saving : null}
      onAct={() => patch.mutate({ archivalGroup: `/repository/${escapePath(path)}` })}
    >
      {patch.error === null ? null : <Problem error={patch.error} />}
      <PlacePicker
        place={place}
        onPlace={(next) => {
          setPlace(next);
          if (next.group !== null) setSlug(lastName(next.group.path));
        }}
      />
      <TextField
        label={newDeposit.slug}
        hint={slug === '' ? '' : newDeposit.address(path)}
        wrong={wrong === null ? null : words.slugWrong}
        value={slug}
        onChange={(next) => {
          setSlug(next);
          setPlace({ container, group: null });
        }}
      />
      {place.group !== null ? <Message kind="info">{newDeposit.taken}</Message> : null}
    </Dialog>
  );
};
