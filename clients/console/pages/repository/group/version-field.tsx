import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { RepositoryPath } from '../../../../../formats/paths/repository-path.js';
import { numberOfVersion, versionsBetweenQuery } from '../../../api/versions.js';
import { ComboBox, type Choice } from '../../../parts/controls/combo-box.js';
import { useFormats, useWords } from '../../../words/language.js';

/** Versions from one to another, both meant; none where the first is greater. */
type Span = readonly [from: number, to: number];

/** Versions that are offered while nothing is typed. */
const NEWEST = 10;

/** The versions that are offered: that with the number, and those with one digit more; the newest without a number. */
const spansFor = (number: number | null, head: number): readonly [Span, Span] =>
  number === null
    ? [
        [1, 0],
        [Math.max(1, head - NEWEST + 1), head],
      ]
    : [
        [Math.max(1, number), Math.min(number, head)],
        [Math.max(1, number * 10), Math.min(number * 10 + 9, head)],
      ];

const useVersions = (path: RepositoryPath, [from, to]: Span) =>
  useQuery(versionsBetweenQuery(path, from, to)).data ?? [];

/** Chooses a version of a group by its number, and says when it was made and by whom; reads those that it offers. */
export const VersionField = ({
  path,
  head,
  label,
  value,
  onChange,
}: {
  readonly path: RepositoryPath;
  readonly head: number;
  readonly label: string;
  readonly value: string;
  readonly onChange: (version: string) => void;
}) => {
  const { repository: words } = useWords();
  const { when } = useFormats();
  const [typed, setTyped] = useState<string | null>(null);
  const chosen = numberOfVersion(value) ?? 0;
  const spans = spansFor(typed === null ? null : numberOfVersion(typed), head);
  const known = [
    ...useVersions(path, [chosen, Math.min(chosen, head)]),
    ...useVersions(path, spans[0]),
    ...useVersions(path, spans[1]),
  ];
  const noteOf = (version: number): string => {
    const found = known.find((each) => each.version === version);
    return found === undefined ? '' : [when(found.made), ...(found.agent === null ? [] : [found.agent])].join(', ');
  };
  const offered = spans.flatMap(([from, to]) =>
    Array.from({ length: Math.max(0, to - from + 1) }, (_, index): Choice => {
      const version = typed === null ? to - index : from + index;
      return { key: `v${version}`, label: `v${version}`, note: noteOf(version) };
    }),
  );
  const note = noteOf(chosen);
  return (
    <ComboBox
      label={label}
      shown={note === '' ? value : `${value}, ${note}`}
      value={value}
      typed={typed}
      onTyped={setTyped}
      choices={offered}
      nothing={words.noSuchVersion(head)}
      onChoose={onChange}
    />
  );
};
