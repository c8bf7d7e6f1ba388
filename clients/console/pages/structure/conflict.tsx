import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { dataOf } from '../../../api/data-of.js';
import { idOf } from '../../api/identifiers.js';
import { preservation } from '../../api/services.js';
import { Button, Switch } from '../../parts/controls/button.js';
import { Message } from '../../parts/feedback/messages.js';
import { Rows, type Column } from '../../parts/lists/rows.js';
import { Time } from '../../parts/values.js';
import { useWords } from '../../words/language.js';
import type { Conflict as OneConflict, Terms } from './changes.js';
import type { Draft } from './draft.js';

interface ConflictOptions {
  readonly depositId: string;
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

/** How many of the newest events of a deposit are looked through for its last edit. */
const LOOKED_AT = 50;

/** The last edit of the METS of a deposit; null where it is not among the newest events. */
const useLastEdit = (depositId: string) => {
  const { data } = useQuery({
    queryKey: ['history', 'deposit', depositId, 'last edit'],
    queryFn: ({ signal }) =>
      dataOf(
        preservation.GET('/deposits/{depositId}/history', {
          params: { path: { depositId }, query: { limit: LOOKED_AT } },
          signal,
        }),
      ),
  });
  return data?.entries.find(({ type }) => type === 'MetsRevised') ?? null;
};

/** Somebody else has saved meanwhile: what both changed is decided range by range, everything else goes together. */
export const Conflict = ({ depositId, draft, accessOf, busy, onSave, onGiveUp }: ConflictOptions) => {
  const { structure: words } = useWords();
  const said = useSaid(accessOf);
  const changed = useLastEdit(depositId);
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
          <strong>{changed === null ? words.behindTitle : words.behindBy(idOf(changed.agent))}</strong>
          {changed === null ? null : (
            <>
              {' '}
              <Time at={changed.at} />
            </>
          )}
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
