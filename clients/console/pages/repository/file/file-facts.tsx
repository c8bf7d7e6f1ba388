import type { ReactNode } from 'react';
import type { RepositoryPath } from '../../../../../formats/paths/repository-path.js';
import type { VersionFileRow } from '../../../api/versions.js';
import { useAccessWords } from '../../../parts/access-words.js';
import { Section } from '../../../parts/page.js';
import { Button } from '../../../parts/controls/button.js';
import { useToast } from '../../../parts/feedback/toasts.js';
import { Time } from '../../../parts/values.js';
import { useFormats, useWords } from '../../../words/language.js';

/** A path that breaks after its slashes. */
export const BreakingPath = ({ path }: { readonly path: string }) =>
  path.split('/').map((name, index, names) => (
    <span key={names.slice(0, index + 1).join('/')}>
      {name}
      {index < names.length - 1 ? (
        <>
          /<wbr />
        </>
      ) : null}
    </span>
  ));

/** A button that copies a text. */
export const Copy = ({ label, text }: { readonly label: string; readonly text: string }) => {
  const { parts } = useWords();
  const tell = useToast();
  return (
    <Button
      look="quiet"
      small
      icon="copy"
      aria-label={label}
      title={label}
      onClick={() => void navigator.clipboard.writeText(text).then(() => tell(parts.copied))}
    />
  );
};

const Own = ({ isOwn, children }: { readonly isOwn: boolean; readonly children: ReactNode }) => {
  const { repository: words } = useWords();
  return (
    <>
      {children} {isOwn ? null : <span className="muted">{words.fromAbove}</span>}
    </>
  );
};

/** What is known of a file: digest, format, where it lies, access and rights. */
export const FileFacts = ({
  path,
  file,
  version,
}: {
  readonly path: RepositoryPath;
  readonly file: VersionFileRow;
  readonly version: string;
}) => {
  const { repository: words } = useWords();
  const { exactBytes } = useFormats();
  const accessWords = useAccessWords();
  const { digest, format, contentType, contentPath, originalName, fileDate, virus } = file;
  const written = contentPath.slice(0, contentPath.indexOf('/'));
  const rights = file.rightsStatementSuppressed ? words.noRights : file.effectiveRightsStatement;
  const rows: readonly (readonly [string, ReactNode])[] = [
    [
      digest.algorithm === 'sha256' ? 'SHA-256' : 'SHA-512',
      <span key="digest" className="withcopy">
        <span className="digest">{digest.value.match(/.{1,8}/g)?.join(' ')}</span>
        <Copy label={words.copyDigest} text={digest.value} />
      </span>,
    ],
    [
      words.columns.format,
      format === null ? (
        <span className="muted">{words.notKnown}</span>
      ) : (
        <>
          {format.name} {format.version} <span className="muted">{format.key}</span>
        </>
      ),
    ],
    ...(contentType === null ? [] : [[words.mediaType, contentType] as const]),
    [words.columns.size, exactBytes(file.size)],
    ...(originalName === null || originalName === file.name || originalName === file.path
      ? []
      : [[words.originalName, originalName] as const]),
    ...(fileDate === null ? [] : [[words.fileDate, <Time key="date" at={fileDate} />] as const]),
    ...(virus === null
      ? []
      : [[words.virusScan, virus.found ? words.infectedBy(virus.name ?? '') : words.noVirus] as const]),
    [
      words.columns.address,
      <span key="address" className="withcopy">
        <span>
          <BreakingPath path={path} />
        </span>
        <Copy label={words.copyPath} text={path} />
      </span>,
    ],
    [
      words.storedAs,
      <span key="stored">
        <BreakingPath path={contentPath} />
        <br />
        <span className="muted">{written === version ? words.writtenIn(written) : words.usedBy(written, version)}</span>
      </span>,
    ],
    [
      words.columns.access,
      file.effectiveAccessRestrictions.length === 0 ? (
        <span className="muted">{words.notSaid}</span>
      ) : (
        <Own isOwn={file.accessRestrictions.length > 0}>{accessWords(file.effectiveAccessRestrictions)}</Own>
      ),
    ],
    [
      words.rights,
      rights === null ? (
        <span className="muted">{words.notSaid}</span>
      ) : (
        <Own isOwn={file.rightsStatement !== null || file.rightsStatementSuppressed}>{rights}</Own>
      ),
    ],
  ];
  return (
    <Section title={words.whatItIs}>
      <dl className="dl full">
        {rows.map(([term, value]) => [<dt key={term}>{term}</dt>, <dd key={`${term} value`}>{value}</dd>])}
      </dl>
    </Section>
  );
};
