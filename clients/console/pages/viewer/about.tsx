import type { ReactNode } from 'react';
import type { NumberedCanvas, OpenedManifest, Shown } from '../../api/manifests.js';
import { manifestAddress } from '../../api/manifests.js';
import { useSession } from '../../api/session.js';
import { useAccessWords } from '../../parts/access-words.js';
import { Button, ButtonLink } from '../../parts/controls/button.js';
import { useToast } from '../../parts/feedback/toasts.js';
import { Size } from '../../parts/values.js';
import { useFormats, useWords } from '../../words/language.js';
import { FileState } from '../deposit/file-state.js';
import { Cues } from './cues.js';
import { useFacts, type FileFacts } from './facts.js';
import { nameOf } from './pages-strip.js';
import type { Playing } from './playing.js';
import { StandsIn } from './stands-in.js';
import { Supplements } from './supplements.js';

export interface AboutOptions {
  readonly at: NumberedCanvas;
  readonly total: number;
  readonly shown: Shown;
  readonly opened: OpenedManifest;
  readonly playing: Playing;
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);

const Terms = ({ file }: { readonly file: FileFacts }) => {
  const { viewer: words } = useWords();
  const accessOf = useAccessWords();
  const { effectiveAccessRestrictions: access, effectiveRightsStatement: rights, effectiveRecordInfo: record } = file;
  const inherited = (isOwn: boolean): ReactNode => (isOwn ? null : <span className="muted"> {words.inherited}</span>);
  const nothing = <span className="muted">{words.nothingSaid}</span>;
  const identifiers = record?.recordIdentifiers ?? [];
  return (
    <>
      <Fact name={words.access}>
        {access.length === 0 ? (
          nothing
        ) : (
          <>
            {accessOf(access)}
            {inherited(file.accessRestrictions.length > 0)}
          </>
        )}
      </Fact>
      <Fact name={words.rights}>
        {rights === null ? (
          nothing
        ) : (
          <>
            {rights}
            {inherited(file.rightsStatement !== null)}
          </>
        )}
      </Fact>
      {identifiers.length === 0 ? null : (
        <Fact name={words.record}>{identifiers.map(({ value }) => value).join(', ')}</Fact>
      )}
    </>
  );
};

const Facts = ({ at, total, shown }: AboutOptions) => {
  const { viewer: words } = useWords();
  const { length } = useFormats();
  const { data: file } = useFacts(shown, at.path);
  const { duration, width, height } = at.canvas;
  return (
    <dl className="dl">
      <Fact name={words.page}>{words.pageOf(at.number, total)}</Fact>
      {file && 'since' in file ? <Fact name={words.written}>{words.writtenIn(file.since)}</Fact> : null}
      {duration === undefined ? null : <Fact name={words.length}>{length(duration)}</Fact>}
      {at.kind === 'Placeholder' || width === undefined || height === undefined ? null : (
        <Fact name={words.extents}>{words.pixels(width, height)}</Fact>
      )}
      {file ? (
        <>
          <Fact name={words.size}>
            <Size bytes={file.size} />
          </Fact>
          <Fact name={words.format}>
            {file.format === null ? (
              at.contentType
            ) : (
              <>
                {file.format.name} <span className="muted">{file.format.key}</span>
              </>
            )}
          </Fact>
          {'whereabouts' in file ? (
            <Fact name={words.state}>
              <FileState entry={file} />
            </Fact>
          ) : null}
          <Terms file={file} />
        </>
      ) : null}
    </dl>
  );
};

const Links = ({ at, shown, opened }: AboutOptions) => {
  const { viewer: words, parts } = useWords();
  const { services } = useSession();
  const tell = useToast();
  const copy = (text: string): void => void navigator.clipboard.writeText(text).then(() => tell(parts.copied));
  return (
    <div className="actions" style={{ marginTop: 12 }}>
      {shown.kind === 'group' ? (
        <ButtonLink
          small
          to="/repository/$"
          params={{ _splat: `${shown.path}/${at.path}` }}
          search={shown.version === null ? {} : { version: shown.version }}
        >
          {words.filePage}
        </ButtonLink>
      ) : (
        <ButtonLink
          small
          to="/deposits/$deposit"
          params={{ deposit: shown.depositId }}
          search={{ open: at.path.slice(0, at.path.lastIndexOf('/')), at: at.path }}
        >
          {words.filePage}
        </ButtonLink>
      )}
      <Button small look="quiet" onClick={() => copy(location.href)}>
        {words.copyLink}
      </Button>
      <Button
        small
        look="quiet"
        title={words.manifestWhy}
        onClick={() => copy(manifestAddress(services.preservation, opened))}
      >
        {words.copyManifest}
      </Button>
    </div>
  );
};

/** What is known of a page: its file, its words, and the ranges that it stands in. */
export const About = (options: AboutOptions) => {
  const { at, shown, opened, playing } = options;
  const { viewer: words } = useWords();
  const folders = at.path.split('/').slice(0, -1).join(' / ');
  return (
    <aside className="about" aria-label={words.about(nameOf(at.path))} tabIndex={0}>
      <h2>{nameOf(at.path)}</h2>
      <p className="sub" style={{ marginBottom: 10 }}>
        {folders}
      </p>
      <Facts {...options} />
      <Links {...options} />
      <StandsIn at={at} shown={shown} opened={opened} />
      {at.kind === 'Video' && playing.cues.length > 0 ? (
        <>
          <h3>{words.subtitles}</h3>
          <Cues playing={playing} />
        </>
      ) : null}
      <Supplements at={at} />
    </aside>
  );
};
