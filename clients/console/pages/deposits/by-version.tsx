import { useState } from 'react';
import { dataOf } from '../../../api/data-of.js';
import { escapePath } from '../../../../formats/paths/repository-path.js';
import { preservation } from '../../api/services.js';
import { Button } from '../../parts/controls/button.js';
import { TextField } from '../../parts/controls/field.js';
import { useWords } from '../../words/language.js';
import type { WayOptions } from './way.js';

/** A deposit that is filled with a version of an archival group; `from` is its path, with `@v2` for a version. */
export const ByVersion = ({ from, isBusy, onCreate }: WayOptions & { readonly from: string }) => {
  const { newDeposit: words } = useWords();
  const [, path = '', label = ''] = /^(.*?)(?:@(v\d+))?$/.exec(from) ?? [];
  const [group, setGroup] = useState(path);
  const [version, setVersion] = useState(label);
  const fill = (): void =>
    onCreate(() =>
      dataOf(
        preservation.POST('/deposits/export', {
          body: {
            archivalGroup: `/repository/${escapePath(group)}`,
            ...(version === '' ? {} : { versionExported: version }),
          },
        }),
      ),
    );
  return (
    <>
      <p className="soft">{words.versionWhat}</p>
      <div className="pair">
        <TextField label={words.group} hint={words.groupHint} value={group} onChange={setGroup} />
        <TextField label={words.version} hint={words.versionHint} value={version} onChange={setVersion} />
      </div>
      <Button
        look="primary"
        busy={isBusy ? words.filling : null}
        why={group.trim() === '' ? words.groupHint : null}
        onClick={fill}
      >
        {words.fill}
      </Button>
    </>
  );
};
