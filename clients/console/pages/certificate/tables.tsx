import type { ReactNode } from 'react';
import type { Report } from '../../api/report.js';
import { idOf } from '../../api/identifiers.js';
import { useFormats, useWords } from '../../words/language.js';
import { useUtc } from './utc.js';

interface Head {
  readonly label: string;
  readonly isNumber?: boolean;
}

/** A table whose head is repeated on each page of paper. */
const Table = ({
  title,
  heads,
  children,
}: {
  readonly title: string;
  readonly heads: readonly Head[];
  readonly children: ReactNode;
}) => (
  <>
    <h2>{title}</h2>
    <table>
      <thead>
        <tr>
          {heads.map(({ label, isNumber }) => (
            <th key={label} scope="col" className={isNumber ? 'r' : undefined}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </>
);

interface Of {
  readonly report: Report;
}

export const FormatTable = ({ report: { formats } }: Of) => {
  const { certificate: words } = useWords();
  const { count } = useFormats();
  const { formatHeads: heads } = words;
  if (formats.length === 0) return null;
  return (
    <Table
      title={words.formats}
      heads={[{ label: heads.format }, { label: heads.files, isNumber: true }, { label: heads.bytes, isNumber: true }]}
    >
      {formats.map(({ key, name, version, files, bytes }) => (
        <tr key={`${key} ${name} ${version}`}>
          <td>
            {name} {version} <span className="muted">{key}</span>
          </td>
          <td className="r">{count(files)}</td>
          <td className="r">{count(bytes)}</td>
        </tr>
      ))}
    </Table>
  );
};

/** The oldest first. */
export const VersionTable = ({ report: { versions, olderVersions } }: Of) => {
  const { certificate: words } = useWords();
  const { count } = useFormats();
  const utc = useUtc();
  const { versionHeads: heads } = words;
  return (
    <>
      <Table
        title={words.versions}
        heads={[
          { label: heads.version },
          { label: heads.made },
          { label: heads.by },
          { label: heads.why },
          { label: heads.files, isNumber: true },
        ]}
      >
        {versions.toReversed().map(({ version, made, agent, message, files }) => (
          <tr key={version}>
            <td>v{version}</td>
            <td className="nowrap">{utc(made)}</td>
            <td>{agent}</td>
            <td>{message}</td>
            <td className="r">{count(files)}</td>
          </tr>
        ))}
      </Table>
      {olderVersions === 0 ? null : <p className="muted">{words.olderVersions(olderVersions)}</p>}
    </>
  );
};

export const FileTable = ({ report: { version, files, listing } }: Of) => {
  const { certificate: words } = useWords();
  const { count } = useFormats();
  const { fileHeads: heads } = words;
  if (files === null) {
    return (
      <>
        <h2>{words.filesOf(version.version)}</h2>
        <p>{words.tooMany(listing.files)}</p>
      </>
    );
  }
  return (
    <Table
      title={words.filesOf(version.version)}
      heads={[
        { label: heads.file },
        { label: heads.format },
        { label: heads.since },
        { label: heads.bytes, isNumber: true },
      ]}
    >
      {files.map(({ stored, digest, format, since, size }) => (
        <tr key={stored}>
          <td>
            <bdi className="breaks">{stored}</bdi>
            <span className="digest">{digest.value}</span>
          </td>
          <td className="nowrap" title={format?.name}>
            {format?.key ?? format?.name}
          </td>
          <td>v{since}</td>
          <td className="r">{count(size)}</td>
        </tr>
      ))}
    </Table>
  );
};

export const EventTable = ({ report: { events, olderEvents } }: Of) => {
  const { certificate: words } = useWords();
  const utc = useUtc();
  const { eventHeads: heads } = words;
  return (
    <>
      <Table title={words.events} heads={[{ label: heads.when }, { label: heads.by }, { label: heads.what }]}>
        {events.map(({ id, at, agent, sentence }) => (
          <tr key={id}>
            <td className="nowrap">{utc(at)}</td>
            <td>{idOf(agent)}</td>
            <td>{sentence}</td>
          </tr>
        ))}
      </Table>
      {olderEvents ? <p className="muted">{words.olderEvents}</p> : null}
    </>
  );
};
