import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { accessConditionsQuery } from '../../api/system.js';
import { Dialog } from '../../parts/controls/dialog.js';
import { TextField } from '../../parts/controls/field.js';
import { useWords } from '../../words/language.js';
import type { Range } from './structure.js';

const isWebAddress = (text: string): boolean => text === '' || /^https?:\/\/[^\s/]+/.test(text);

/** Sets access and rights of a range. */
export const TermsDialog = ({
  range,
  onSet,
  onClose,
}: {
  readonly range: Range;
  readonly onSet: (terms: Pick<Range, 'access' | 'rights'>) => void;
  readonly onClose: () => void;
}) => {
  const { structure: words } = useWords();
  const { data: conditions = [] } = useQuery(accessConditionsQuery);
  const [access, setAccess] = useState<readonly string[]>(range.access);
  const [rights, setRights] = useState(range.rights ?? '');
  const isWrong = !isWebAddress(rights.trim());
  const known = new Map(conditions.map(({ value, label }) => [value, label]));
  const offered = [...new Set([...known.keys(), ...range.access])];
  return (
    <Dialog
      title={words.termsTitle(range.name || words.unnamed)}
      isOpen
      onClose={onClose}
      action={words.setThem}
      why={isWrong ? words.rightsWrong : null}
      onAct={() => {
        onSet({ access, rights: rights.trim() === '' ? null : rights.trim() });
        onClose();
      }}
    >
      <fieldset className="field">
        <legend className="l">{words.access}</legend>
        {offered.map((value) => (
          <label key={value} className="check">
            <input
              type="checkbox"
              checked={access.includes(value)}
              onChange={(event) =>
                setAccess(event.target.checked ? [...access, value] : access.filter((each) => each !== value))
              }
            />{' '}
            {known.get(value) ?? value}
          </label>
        ))}
      </fieldset>
      <TextField
        label={words.rightsLabel}
        hint={words.rightsHint}
        wrong={isWrong ? words.rightsWrong : null}
        value={rights}
        onChange={setRights}
      />
    </Dialog>
  );
};
