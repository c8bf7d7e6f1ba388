import { useState } from 'react';
import { isTyped } from '../../api/typed-number.js';
import { Button } from '../../parts/controls/button.js';
import { Dialog } from '../../parts/controls/dialog.js';
import { TextField } from '../../parts/controls/field.js';
import { useWords } from '../../words/language.js';
import type { Summary } from './preview-protocol.js';

/** A deletion of more than this share of the files is confirmed by typing the number. */
const MUCH = 0.1;
/** So is a whole folder of more files than this. */
const LARGE_FOLDER = 20;

/** Whether an import deletes so much that its number is to be typed. */
export const deletesMuch = ({ sums, gone }: Pick<Summary, 'sums' | 'gone'>, filesBefore: number): boolean =>
  sums.deleted.files > filesBefore * MUCH || gone.some(({ files }) => files > LARGE_FOLDER);

/** The button that imports: what would be deleted is in its words, and much of it is asked for as a number first. */
export const ConfirmImport = ({
  summary,
  filesBefore,
  why,
  busy,
  onImport,
}: {
  readonly summary: Summary;
  /** Files of the version that the import builds on; null until they are counted. */
  readonly filesBefore: number | null;
  readonly why: string | null;
  readonly busy: string | null;
  readonly onImport: () => void;
}) => {
  const { import: words } = useWords();
  const [isAsked, ask] = useState(false);
  const [typed, setTyped] = useState('');
  const version = summary.from + 1;
  const deleted = summary.sums.deleted.files;
  const isMuch = filesBefore !== null && deleted > 0 && deletesMuch(summary, filesBefore);
  const isUncounted = deleted > 0 && filesBefore === null;
  return (
    <>
      <Button
        look="primary"
        why={why ?? (isUncounted ? words.counting : null)}
        busy={busy}
        onClick={() => (isMuch ? ask(true) : onImport())}
      >
        {deleted === 0 || isMuch ? words.importAs(version) : words.importDeleting(version, deleted)}
      </Button>
      <Dialog
        title={words.confirmTitle(deleted, version)}
        isOpen={isAsked}
        onClose={() => {
          ask(false);
          setTyped('');
        }}
        action={words.deleteAndImport}
        isFinal
        why={isTyped(deleted, typed) ? null : words.typeNumber}
        onAct={() => {
          ask(false);
          setTyped('');
          onImport();
        }}
      >
        <p>
          {words.gone(
            deleted,
            filesBefore ?? deleted,
            version,
            summary.gone.map(({ name }) => name),
          )}{' '}
          {words.confirmWhy(version)}
        </p>
        <TextField
          label={words.typeNumber}
          hint={words.numberHint(deleted)}
          wrong={typed !== '' && !isTyped(deleted, typed) ? words.notThat : null}
          inputMode="numeric"
          autoFocus
          value={typed}
          onChange={setTyped}
        />
      </Dialog>
    </>
  );
};
