import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { escapePath, lastName, type RepositoryPath } from '../../../../formats/paths/repository-path.js';
import { reportQuery, type Report } from '../../api/report.js';
import { BASE } from '../../api/services.js';
import { useSession } from '../../api/session.js';
import { Button } from '../../parts/controls/button.js';
import { CsvButton } from '../../parts/controls/csv-button.js';
import { Loaded } from '../../parts/feedback/loading.js';
import { Crumbs } from '../../parts/page.js';
import { useFormats, useWords } from '../../words/language.js';
import { crumbsAbove, crumbTo } from '../../parts/repository-crumbs.js';
import { Checks } from './checks.js';
import { EventTable, FileTable, FormatTable, VersionTable } from './tables.js';
import { useUtc } from './utc.js';

/** The upper edge of an indenture, which proves its other half. */
const EDGE = `M0 7${'q5 -7 10 0t10 0'.repeat(40)}`;

const Edge = () => (
  <svg className="wave" viewBox="0 0 800 14" preserveAspectRatio="none" aria-hidden="true">
    <path d={EDGE} fill="none" stroke="currentColor" strokeWidth="1.5" />
  </svg>
);

const Digest = ({ algorithm, value }: { readonly algorithm: string; readonly value: string }) => (
  <>
    {algorithm.toUpperCase().replace('SHA', 'SHA-')} <span className="digest">{value}</span>
  </>
);

const Facts = ({ report }: { readonly report: Report }) => {
  const { certificate: words } = useWords();
  const utc = useUtc();
  const { group, head, version, object, listing } = report;
  const { facts } = words;
  return (
    <dl className="dl full">
      <dt>{facts.group}</dt>
      <dd>{group}</dd>
      <dt>{facts.address}</dt>
      <dd>{`${location.origin}${BASE}repository/${escapePath(group)}`}</dd>
      <dt>{facts.version}</dt>
      <dd>{words.versionOf(version.version, head, utc(version.made), version.agent)}</dd>
      <dt>{facts.extent}</dt>
      <dd>{words.extentOf(listing.files, listing.bytes)}</dd>
      <dt>{facts.object}</dt>
      <dd>{object.id}</dd>
      {object.inventory === null ? null : (
        <>
          <dt>{facts.inventory}</dt>
          <dd>
            <Digest {...object.inventory} />
          </dd>
        </>
      )}
      <dt>{facts.list}</dt>
      <dd>
        <Digest algorithm="sha256" value={listing.sha256} />
        <span className="muted">{words.listHow}</span>
      </dd>
    </dl>
  );
};

const Sheet = ({ report }: { readonly report: Report }) => {
  const { certificate: words } = useWords();
  const { agent } = useSession();
  const utc = useUtc();
  const { name, group, version, listing, files, asOf } = report;
  return (
    <article className="sheet" tabIndex={0} aria-label={words.crumb}>
      <Edge />
      <h1>{words.title}</h1>
      <p className="lead">
        {words.kept(version.version, name ?? group, listing.files)} {files === null ? null : words.listed}{' '}
        {version.job === null ? words.wasAdopted(utc(version.made)) : words.wasRead(utc(version.made))}
      </p>
      <Facts report={report} />
      <Checks report={report} />
      <FormatTable report={report} />
      <VersionTable report={report} />
      <FileTable report={report} />
      <EventTable report={report} />
      <div className="sign">
        <span>{words.place}</span>
        <span>{words.forArchive}</span>
      </div>
      <p className="muted">
        {words.printed(utc(asOf), agent)} {words.repeat}
      </p>
    </article>
  );
};

/** What is preserved as a version of an archival group and how it was checked: a page made to be printed. */
export const Certificate = ({ path, version }: { readonly path: RepositoryPath; readonly version?: string }) => {
  const { certificate: words, repository } = useWords();
  const { count } = useFormats();
  const query = useQuery(reportQuery(path, version));
  const label = query.data === undefined ? version : `v${count(query.data.version.version)}`;
  useEffect(() => {
    document.title = `${words.title}, ${path} ${label ?? ''} · Muniment`;
  }, [words, path, label]);
  return (
    <main id="main" tabIndex={-1}>
      <div className="head noprint">
        <div>
          <Crumbs
            crumbs={[...crumbsAbove(path, repository.title), crumbTo(path, lastName(path)), { label: words.crumb }]}
          />
        </div>
        <div className="actions">
          {label === undefined ? null : (
            <CsvButton
              route={`/files/${escapePath(path)}?version=${label}`}
              name={`${path.replaceAll('/', '-')}-${label}.csv`}
            >
              {words.csv}
            </CsvButton>
          )}
          <Button look="primary" icon="print" onClick={() => window.print()}>
            {words.print}
          </Button>
        </div>
      </div>
      <Loaded query={query}>{(report) => <Sheet report={report} />}</Loaded>
    </main>
  );
};
