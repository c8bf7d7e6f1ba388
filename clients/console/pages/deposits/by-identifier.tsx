import { useState } from 'react';
import { dataOf } from '../../../api/data-of.js';
import { preservation } from '../../api/services.js';
import { Button } from '../../parts/controls/button.js';
import { TextField } from '../../parts/controls/field.js';
import { useWords } from '../../words/language.js';
import type { WayOptions } from './way.js';

/** A deposit whose name and place an identity record has. */
export const ByIdentifier = ({ isBusy, onCreate }: WayOptions) => {
  const { newDeposit: words } = useWords();
  const [schema, setSchema] = useState('id');
  const [value, setValue] = useState('');
  const create = (): void =>
    onCreate(() =>
      dataOf(preservation.POST('/deposits/from-identifier', { body: { schema, value, template: 'RootLevel' } })),
    );
  const isEmpty = value.trim() === '' || schema.trim() === '';
  return (
    <>
      <p className="soft">{words.identifierWhat}</p>
      <div className="pair">
        <TextField label={words.schema} hint={words.schemaHint} value={schema} onChange={setSchema} />
        <TextField label={words.value} value={value} onChange={setValue} />
      </div>
      <Button look="primary" busy={isBusy ? words.creating : null} why={isEmpty ? words.value : null} onClick={create}>
        {words.create}
      </Button>
    </>
  );
};
