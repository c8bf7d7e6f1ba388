import { useState } from 'react';
import {
  escapePath,
  lastName,
  parentOf,
  slugViolation,
  type RepositoryPath,
} from '../../../../../formats/paths/repository-path.js';
import type { Deposit } from '../../../api/deposits.js';
import { idOf, pathOf } from '../../../api/identifiers.js';
import { Dialog } from '../../../parts/controls/dialog.js';
import { TextField } from '../../../parts/controls/field.js';
import { Message, Problem } from '../../../parts/messages.js';
import { PlacePicker } from '../../../parts/controls/place-picker.js';
import { useToast } from '../../../parts/toasts.js';
import { useWords } from '../../../words/language.js';
import { usePatch } from './use-patch.js';

/** Chooses where in the repository a deposit will be: a new archival group, or the next version of one that is there. */
export const PlaceDialog = ({ deposit, onClose }: { readonly deposit: Deposit; readonly onClose: () => void }) => {
  const { depositMenu: words, newDeposit } = useWords();
  const tell = useToast();
  const now = deposit.archivalGroup === null ? null : pathOf(deposit.archivalGroup);
  const [container, setContainer] = useState<RepositoryPath>(now === null ? '' : (parentOf(now) ?? ''));
  const [slug, setSlug] = useState(now === null ? '' : lastName(now));
  const [isThere, setThere] = useState(deposit.archivalGroupExists);
  const path = container === '' ? slug : `${container}/${slug}`;
  const wrong = slug === '' ? null : slugViolation(slug);
  const patch = usePatch(idOf(deposit.id), (warnings) => {
    tell([words.placed(path), ...warnings].join(' '));
    onClose();
  });
  const why =
    slug === '' ? words.chooseFirst : wrong !== null ? words.slugWrong : path === now ? words.samePlace : null;
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
        label={newDeposit.chooseContainer}
        container={container}
        onContainer={(next) => {
          setContainer(next);
          setThere(false);
        }}
        onGroup={(chosen) => {
          setContainer(parentOf(chosen) ?? '');
          setSlug(lastName(chosen));
          setThere(true);
        }}
      />
      <TextField
        label={newDeposit.slug}
        hint={slug === '' ? '' : newDeposit.address(path)}
        wrong={wrong === null ? null : words.slugWrong}
        value={slug}
        onChange={(next) => {
          setSlug(next);
          setThere(false);
        }}
      />
      {isThere ? <Message kind="info">{newDeposit.taken}</Message> : null}
    </Dialog>
  );
};
