import { useState } from 'react';
import { Link, useNavigate } from '@tanstack/react-router';
import type { RepositoryPath } from '../../../../../formats/paths/repository-path.js';
import type { VersionFolder } from '../../../api/versions.js';
import { Button, ButtonLink } from '../../../parts/controls/button.js';
import { useKeys } from '../../../parts/keys.js';
import { useWords } from '../../../words/language.js';
import { useRepositorySearch, useShow } from '../search.js';
import { LONG, Timeline } from './timeline.js';
import { VersionField } from './version-field.js';
import { VersionFiles } from './version-files.js';
import { VersionMade } from './version-made.js';

/** The versions of a group beside the files of one of them; a version that is marked is compared with it. */
export const GroupVersions = ({
  path,
  label,
  version: { head, folder, formats },
}: {
  readonly path: RepositoryPath;
  readonly label: string;
  readonly version: VersionFolder;
}) => {
  const { repository: words } = useWords();
  const search = useRepositorySearch();
  const show = useShow();
  const navigate = useNavigate();
  const [marked, mark] = useState<number | null>(null);
  const version = Number(label.slice(1));
  const other = marked === null || marked === version ? (version === 1 ? 2 : version - 1) : marked;
  const [from, to] = [Math.min(other, version), Math.max(other, version)];
  const compare = head === 1 ? null : `v${from}..v${to}`;
  const open = (next: number): void => {
    if (next >= 1 && next <= head) show({ ...search, version: next === head ? '' : `v${next}` });
  };
  const choose = (next: string): void => open(Number(next.slice(1)));
  const toggle = (): void => mark(marked === version ? null : version);
  useKeys({
    x: toggle,
    c: () => {
      if (compare !== null) void navigate({ to: '/repository/$', params: { _splat: path }, search: { compare } });
    },
  });
  return (
    <div className="groupgrid">
      <Timeline
        path={path}
        head={head}
        current={version}
        marked={marked}
        onMove={open}
        bar={
          compare === null ? (
            <Button small icon="swap" why={words.onlyOneVersion}>
              {words.compare}
            </Button>
          ) : (
            <ButtonLink small icon="swap" keyName="C" to="/repository/$" params={{ _splat: path }} search={{ compare }}>
              {words.compareWith(from, to)}
            </ButtonLink>
          )
        }
      />
      <div className="rt">
        <div className="toolbar">
          <b>{words.version(version)}</b>
          {head > LONG ? (
            <span className="tlfield">
              <VersionField path={path} head={head} label={words.versionLabel} value={label} onChange={choose} />
            </span>
          ) : null}
          {version === head ? <span className="soft">{words.theNewest}</span> : null}
          <span className="grow" />
          {head === 1 ? null : (
            <Button small look="quiet" keyName="X" aria-pressed={marked === version} onClick={toggle}>
              {marked === version ? words.unmark : words.markToCompare}
            </Button>
          )}
          {version === 1 ? (
            <Button small why={words.onlyOneVersion}>
              {words.whatChanged}
            </Button>
          ) : (
            <ButtonLink
              small
              to="/repository/$"
              params={{ _splat: path }}
              search={{ compare: `v${version - 1}..${label}` }}
            >
              {words.whatChanged}
            </ButtonLink>
          )}
          <ButtonLink small to="/deposits/new" search={{ from: `${path}@${label}` }}>
            {words.newDepositFrom(label)}
          </ButtonLink>
        </div>
        <VersionMade path={path} version={version} />
        <VersionFiles path={path} version={label} isNewest={version === head} folder={folder} formats={formats ?? []} />
        <p className="pager">
          <Link to="/repository/$" params={{ _splat: path }} search={{ view: 'storage-map', version: label }}>
            {words.whereItLies(label)}
          </Link>
        </p>
      </div>
    </div>
  );
};
