import { isTyped } from '../../../api/typed-number.js';
import { TextField } from '../../../parts/controls/field.js';
import { useFormats, useWords } from '../../../words/language.js';

/** Whether the number of files that would be lost was typed; nothing is to be typed for none. */
export const isLostTyped = (lost: number, typed: string): boolean => lost === 0 || isTyped(lost, typed);

/** Asks for the number of files that would be lost. */
export const LostNumber = ({
  lost,
  typed,
  onType,
}: {
  readonly lost: number;
  readonly typed: string;
  readonly onType: (typed: string) => void;
}) => {
  const { depositFiles: words } = useWords();
  const { count } = useFormats();
  if (lost === 0) return null;
  return (
    <TextField
      label={words.typeLost}
      hint={count(lost)}
      inputMode="numeric"
      autoComplete="off"
      value={typed}
      onChange={onType}
    />
  );
};
