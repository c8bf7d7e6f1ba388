import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { CombinedEntry } from '../../../api/deposits.js';
import { accessConditionsQuery } from '../../../api/system.js';
import { useAccessWords } from '../../../parts/access-words.js';
import { Dialog } from '../../../parts/controls/dialog.js';
import { Field, TextField } from '../../../parts/controls/field.js';
import { Message } from '../../../parts/feedback/messages.js';
import { useToast } from '../../../parts/feedback/toasts.js';
import { useWords } from '../../../words/language.js';
import { EditProblem } from './edit-problem.js';
import {
  statementAddress,
  STATEMENTS,
  type StatementCode,
  useStatementName,
} from '../../../parts/rights-statements.js';
import { useEdits, type PropertyChange } from './use-edits.js';

/** Chosen of a property: it stays, is inherited again, or a value. */
type Choice = { readonly kind: 'stay' | 'inherit' | 'none' } | { readonly kind: 'set'; readonly value: string };

const STAY: Choice = { kind: 'stay' };

interface Chosen {
  readonly access: Choice;
  readonly rights: Choice;
  readonly record: Choice & { readonly source?: string };
}

/** The change of these paths; null where nothing was chosen. */
const changeOf = (paths: readonly string[], { access, rights, record }: Chosen): PropertyChange | null => {
  const clear = [
    ...(access.kind === 'inherit' ? (['accessRestrictions'] as const) : []),
    ...(rights.kind === 'inherit' ? (['rightsStatement'] as const) : []),
    ...(record.kind === 'inherit' ? (['recordInfo'] as const) : []),
  ];
  const change: PropertyChange = {
    paths: [...paths],
    ...(access.kind === 'set' ? { accessRestrictions: [access.value] } : {}),
    ...(rights.kind === 'set' ? { rightsStatement: rights.value } : {}),
    ...(rights.kind === 'none' ? { rightsStatementSuppressed: true } : {}),
    ...(record.kind === 'set'
      ? { recordInfo: { recordIdentifiers: [{ source: record.source ?? '', value: record.value }] } }
      : {}),
    ...(clear.length > 0 ? { clear } : {}),
  };
  return Object.keys(change).length === 1 ? null : change;
};

/** What is chosen for these files and folders. */
interface ChoiceOptions {
  readonly targets: readonly CombinedEntry[];
  readonly choice: Choice;
  readonly onChoose: (choice: Choice) => void;
}

const AccessChoice = ({ targets, choice, onChoose }: ChoiceOptions) => {
  const { depositFiles: words } = useWords();
  const accessWords = useAccessWords();
  const { data: conditions = [] } = useQuery(accessConditionsQuery);
  const now = [...new Set(targets.map((each) => accessWords(each.effectiveAccessRestrictions)))];
  const radio = (isOn: boolean, next: Choice, name: string, hint: string) => (
    <label key={`${next.kind} ${name}`} className="choice">
      <input type="radio" name="access" checked={isOn} onChange={() => onChoose(next)} />
      <span>
        {name} <span className="muted">{hint}</span>
      </span>
    </label>
  );
  const isSet = targets.some(({ accessRestrictions }) => accessRestrictions.length > 0);
  return (
    <fieldset className="field tight">
      <legend className="l">
        {words.access}{' '}
        <span className="muted light">{now.length === 1 ? words.nowIs(now[0] || words.none) : words.nowSeveral}</span>
      </legend>
      {radio(choice.kind === 'stay', STAY, words.stay, '')}
      {isSet ? radio(choice.kind === 'inherit', { kind: 'inherit' }, words.inherit, words.inheritHint) : null}
      {conditions.map(({ label: name, value }) =>
        radio(choice.kind === 'set' && choice.value === value, { kind: 'set', value }, name, value),
      )}
    </fieldset>
  );
};

const OTHER = 'other';

const RightsChoice = ({ targets, choice, onChoose }: ChoiceOptions) => {
  const { depositFiles: words } = useWords();
  const name = useStatementName();
  const [kind, setKind] = useState('stay');
  const others = targets.filter(({ rightsStatement }) => rightsStatement !== null).length;
  const pick = (next: string): void => {
    setKind(next);
    if (next === 'stay' || next === 'inherit' || next === 'none') onChoose({ kind: next });
    else onChoose({ kind: 'set', value: next === OTHER ? '' : statementAddress(next as StatementCode) });
  };
  return (
    <>
      <Field
        label={words.rights}
        hint={choice.kind !== 'stay' && others > 0 ? words.replaces(others, targets.length) : ''}
      >
        {(attributes) => (
          <select {...attributes} value={kind} onChange={(event) => pick(event.target.value)}>
            <option value="stay">{words.stay}</option>
            <option value="inherit">{words.inherit}</option>
            <option value="none">{words.noRights}</option>
            {STATEMENTS.map((code) => (
              <option key={code} value={code}>
                {name(statementAddress(code))}
              </option>
            ))}
            <option value={OTHER}>{words.otherAddress}</option>
          </select>
        )}
      </Field>
      {kind === OTHER && choice.kind === 'set' ? (
        <TextField
          label={words.address}
          hint={words.addressHint}
          wrong={/^https?:\/\/\S+$/i.test(choice.value) ? null : words.addressHint}
          value={choice.value}
          onChange={(value) => onChoose({ kind: 'set', value })}
        />
      ) : null}
    </>
  );
};

const RecordChoice = ({
  choice,
  onChoose,
}: {
  readonly choice: Chosen['record'];
  readonly onChoose: (choice: Chosen['record']) => void;
}) => {
  const { depositFiles: words } = useWords();
  const [source, setSource] = useState('');
  const [value, setValue] = useState('');
  const set = (nextSource: string, nextValue: string): void => {
    setSource(nextSource);
    setValue(nextValue);
    onChoose(nextSource === '' && nextValue === '' ? STAY : { kind: 'set', source: nextSource, value: nextValue });
  };
  return (
    <>
      <div className="pair">
        <TextField
          label={words.recordSource}
          hint={words.recordSourceHint}
          value={source}
          onChange={(s) => set(s, value)}
        />
        <TextField label={words.record} hint={words.recordHint} value={value} onChange={(v) => set(source, v)} />
      </div>
      <label className="choice">
        <input
          type="checkbox"
          checked={choice.kind === 'inherit'}
          onChange={(event) => onChoose(event.target.checked ? { kind: 'inherit' } : STAY)}
        />
        <span>{words.clearRecord}</span>
      </label>
    </>
  );
};

const isWhole = ({ rights, record }: Chosen): boolean =>
  (rights.kind !== 'set' || /^https?:\/\/\S+$/i.test(rights.value)) &&
  (record.kind !== 'set' || (record.source !== '' && record.value !== ''));

/** Sets access, rights and a record identifier of files and folders in the METS; what is in a folder inherits them. */
export const RightsDialog = ({
  depositId,
  entries,
  onClose,
}: {
  readonly depositId: string;
  readonly entries: readonly CombinedEntry[];
  readonly onClose: () => void;
}) => {
  const { depositFiles: words } = useWords();
  const tell = useToast();
  const { setProperties } = useEdits(depositId);
  const [chosen, choose] = useState<Chosen>({ access: STAY, rights: STAY, record: STAY });
  const targets = entries.filter(({ whereabouts }) => whereabouts === 'Both' || whereabouts === 'Mets');
  const files = targets.filter(({ kind }) => kind === 'file').length;
  const what = words.filesAndFolders(files, targets.length - files);
  const change = changeOf(
    targets.map(({ path }) => path),
    chosen,
  );
  const why =
    targets.length === 0
      ? words.noneRecorded
      : change === null
        ? words.chooseFirst
        : isWhole(chosen)
          ? null
          : words.fillFirst;
  const act = (): void => {
    if (change === null) return;
    setProperties.mutate(change, {
      onSuccess: () => {
        tell(words.setFor(what));
        onClose();
      },
    });
  };
  return (
    <Dialog
      title={words.rightsTitle(what)}
      isOpen
      onClose={onClose}
      action={words.setForThese(what)}
      why={why}
      busy={setProperties.isPending ? words.setting : null}
      onAct={act}
    >
      <EditProblem error={setProperties.error} />
      {targets.length < entries.length ? (
        <Message kind="info">{words.leftOut(entries.length - targets.length)}</Message>
      ) : null}
      {files < targets.length ? <p>{words.folderInherits}</p> : null}
      <AccessChoice {...{ targets }} choice={chosen.access} onChoose={(access) => choose({ ...chosen, access })} />
      <RightsChoice {...{ targets }} choice={chosen.rights} onChoose={(rights) => choose({ ...chosen, rights })} />
      <RecordChoice choice={chosen.record} onChoose={(record) => choose({ ...chosen, record })} />
    </Dialog>
  );
};
