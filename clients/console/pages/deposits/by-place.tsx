import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { dataOf } from '../../../api/data-of.js';
import { escapePath, lastName, slugViolation } from '../../../../formats/paths/repository-path.js';
import { idOf } from '../../api/identifiers.js';
import { preservation } from '../../api/services.js';
import { Button } from '../../parts/controls/button.js';
import { Field, SelectField, TextField } from '../../parts/controls/field.js';
import { Message } from '../../parts/feedback/messages.js';
import { containerViolation, PlacePicker, type ChosenPlace } from '../../parts/controls/place-picker.js';
import { slugOf } from '../../parts/slug.js';
import { useWords } from '../../words/language.js';
import type { WayOptions } from './way.js';

/** Deposits that are already for a place. */
const useDepositsFor = (path: string) =>
  useQuery({
    queryKey: ['deposits', 'for', path],
    queryFn: ({ signal }) =>
      dataOf(
        preservation.GET('/deposits', { params: { query: { archivalGroupPath: `/${path}`, pageSize: 5 } }, signal }),
      ),
    enabled: path !== '',
  });

const AlreadyFor = ({ path }: { readonly path: string }) => {
  const { newDeposit: words } = useWords();
  const { data } = useDepositsFor(path);
  const [first] = data?.deposits ?? [];
  if (data === undefined || first === undefined) return null;
  return (
    <Message kind="warn">
      <p>
        {words.inUse(data.total)}{' '}
        <Link to="/deposits/$deposit" params={{ deposit: idOf(first.id) }}>
          {words.openIt}
        </Link>
      </p>
    </Message>
  );
};

/** A deposit for a place in the repository: a new archival group, or one that is there. */
export const ByPlace = ({ under, isBusy, onCreate }: WayOptions & { readonly under: string }) => {
  const { newDeposit: words, parts } = useWords();
  const [place, setPlace] = useState<ChosenPlace>({ container: under, group: null });
  const [name, setName] = useState('');
  const [typed, setTyped] = useState<string | null>(null);
  const [note, setNote] = useState('');
  const [layout, setLayout] = useState<'RootLevel' | 'BagIt'>('RootLevel');
  const slug = typed ?? slugOf(name);
  const { container, group } = place;
  const path = group?.path ?? (slug === '' ? '' : container === '' ? slug : `${container}/${slug}`);
  const isWrong = slug !== '' && slugViolation(slug) !== null;
  const isNoContainer = containerViolation(container) !== null;
  const create = (): void =>
    onCreate(() =>
      dataOf(
        preservation.POST('/deposits', {
          body: {
            template: layout,
            ...(name === '' ? {} : { archivalGroupName: name }),
            ...(note === '' ? {} : { submissionText: note }),
            ...(path === '' ? {} : { archivalGroup: `/repository/${escapePath(path)}` }),
          },
        }),
      ),
    );
  return (
    <>
      <PlacePicker
        place={place}
        onPlace={(next) => {
          setPlace(next);
          if (next.group === null) return;
          setTyped(lastName(next.group.path));
          setName(next.group.name ?? '');
        }}
      />
      <div className="pair">
        <TextField label={words.name} hint={words.nameHint} value={name} onChange={setName} />
        <TextField
          label={words.slug}
          hint={path === '' ? words.later : words.address(path)}
          wrong={isWrong ? words.slugWrong(slugOf(slug)) : null}
          value={slug}
          onChange={(next) => {
            setTyped(next);
            setPlace({ container, group: null });
          }}
        />
      </div>
      {group === null ? null : <Message kind="info">{words.taken}</Message>}
      {isWrong || isNoContainer ? null : <AlreadyFor path={path} />}
      <Field label={words.message} hint={words.messageHint}>
        {(attributes) => (
          <textarea {...attributes} rows={2} value={note} onChange={(event) => setNote(event.target.value)} />
        )}
      </Field>
      <SelectField
        label={words.layout}
        value={layout}
        options={(['RootLevel', 'BagIt'] as const).map((value) => ({ value, label: words.layouts[value] }))}
        onChange={setLayout}
      />
      <Button
        look="primary"
        busy={isBusy ? words.creating : null}
        why={isWrong ? words.slugWrong(slugOf(slug)) : isNoContainer ? parts.containerWrong : null}
        onClick={create}
      >
        {words.create}
      </Button>
    </>
  );
};
