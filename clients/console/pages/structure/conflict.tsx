import { useState } from 'react';
import { Button, Switch } from '../../parts/button.js';
import { Message } from '../../parts/messages.js';
import { Rows, type Column } from '../../parts/rows.js';
import { useWords } from '../../words/language.js';
import type { Conflict as OneConflict, Terms } from './changes.js';
import type { Draft } from './draft.js';

interface ConflictOptions {
  readonly draft: Draft;
  readonly accessOf: (values: readonly string[]) => string;
  readonly busy: string | null;
  /** Goes on with the structure that is there, without the changes of these ranges. */
  readonly onSave: (without: ReadonlySet<string>) => void;
  readonly onGiveUp: () => void;
}

type Choice = 'mine' | 'theirs';

const useSaid = (accessOf: ConflictOptions['accessOf']) => {
  const { structure: words } = useWords();
  const ofTerms = ({ name, type, access, rights }: Partial<Terms>): string =>
    [
      ...(name === undefined ? [] : [words.named(name)]),
      ...(type === undefined ? [] : [words.typed(type)]),
      ...(access === undefined ? [] : [words.withAccess(accessOf(access) || words.noneOfItsOwn)]),
      ...(rights === undefined ? [] : [words.withRights(rights ?? words.noneOfItsOwn)]),
    ].join(', ');
  const plain = { moved: words.moved, removed: words.removed, pages: words.pagesChanged };
  return {
    mine: ({ mine }: OneConflict): string => (typeof mine === 'string' ? plain[mine] : ofTerms(mine)),
    theirs: ({ theirs }: OneConflict): string => (theirs === null ? words.gone : ofTerms(theirs)),
  };
};

/** Somebody else has saved meanwhile: what both changed is decided range by range, everything else goes together. */
export const Conflict = ({ draft, accessOf, busy, onSave, onGiveUp }: ConflictOptions) => {
  const { structure: words } = useWords();
  const said = useSaid(accessOf);
  const [choices, setChoices] = useState<ReadonlyMap<string, Choice>>(new Map());
  const { conflicts, changes } = draft;
  const choiceOf = ({ id, theirs }: OneConflict): Choice | undefined =>
    choices.get(id) ?? (theirs ? undefined : 'theirs');
  const open = conflicts.filter((each) => choiceOf(each) === undefined);
  const without = conflicts.filter((each) => choiceOf(each) === 'theirs').map(({ id }) => id);
  const columns: readonly Column<OneConflict>[] = [
    { key: 'range', head: words.range, of: 'name', cell: ({ name }) => <b>{name || words.unnamed}</b> },
    { key: 'mine', head: words.you, of: 'wrap over', cell: (each) => said.mine(each) },
    { key: 'theirs', head: words.saved2, of: 'wrap over', cell: (each) => said.theirs(each) },
    {
      key: 'choice',
      head: words.willBe,
      of: 'acts',
      cell: (each) => (
        <Switch<Choice | 'open'>
          label={words.which}
          value={choiceOf(each) ?? 'open'}
          onChange={(choice) => {
            if (choice !== 'open') setChoices((before) => new Map(before).set(each.id, choice));
          }}
          options={[
            ...(each.theirs === null ? [] : [{ value: 'mine' as const, label: words.mine }]),
            { value: 'theirs', label: words.theirs },
          ]}
        />
      ),
    },
  ];
  return (
    <>
      <Message
        kind="warn"
        actions={
          <>
            <Button small look="bad" onClick={onGiveUp}>
              {words.giveUp}
            </Button>
            <Button
              small
              look="primary"
              busy={busy}
              why={open.length > 0 ? words.decideFirst : null}
              onClick={() => onSave(new Set(without))}
            >
              {words.saveBoth}
            </Button>
          </>
        }
      >
        <p>
          <strong>{words.behindTitle}</strong>
        </p>
        <p>{words.behind(changes.length, open.length)}</p>
      </Message>
      {conflicts.length === 0 ? null : (
        <Rows
          label={words.bothChanged}
          columns={columns}
          widths="minmax(180px,1fr) minmax(180px,1fr) minmax(180px,1fr) 160px"
          rows={conflicts}
          keyOf={({ id }) => id}
          height={58}
          attributes={() => ({ className: 'lines' })}
        />
      )}
    </>
  );
};
