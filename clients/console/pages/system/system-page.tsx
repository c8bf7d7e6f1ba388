import type { ReactNode } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { dataOf } from '../../../api/data-of.js';
import { CONNECTIONS, useConnections } from '../../api/connections.js';
import { idOf } from '../../api/identifiers.js';
import { preservation } from '../../api/services.js';
import { systemQuery, type System } from '../../api/system.js';
import { Button, ButtonLink } from '../../parts/controls/button.js';
import { Loaded } from '../../parts/feedback/loading.js';
import { Mark, type MarkShape } from '../../parts/marks.js';
import { Problem } from '../../parts/feedback/messages.js';
import { Page, Section } from '../../parts/page.js';
import { useToast } from '../../parts/feedback/toasts.js';
import { Time } from '../../parts/values.js';
import { useFormats, useWords } from '../../words/language.js';
import { Connections } from './connections.js';

const Line = ({
  shape,
  word,
  what,
  children,
}: {
  readonly shape: MarkShape;
  readonly word: string;
  readonly what: ReactNode;
  readonly children?: ReactNode;
}) => (
  <div className="sysrow">
    <Mark shape={shape}>{word}</Mark>
    <span>{what}</span>
    <span className="muted">{children}</span>
  </div>
);

type View = System['views'][number];

/** A view that lacks something for longer than this is behind, in seconds. */
const LATE = 10;
const isBehind = ({ lag }: View): boolean => lag.seconds > LATE;

const ViewLine = ({ view }: { readonly view: View }) => {
  const { system: words } = useWords();
  const search = /^search-(.*)$/.exec(view.name)?.[1];
  const what = search === undefined ? (words.views[view.name] ?? view.name) : words.search(search);
  if (view.building !== null) {
    const { percent, remainingSeconds, fetched } = view.building;
    return (
      <Line shape="run" word={words.rebuilt} what={what}>
        {fetched === null
          ? words.rebuiltFar(percent, remainingSeconds)
          : words.fetchedFar(fetched.bytes, fetched.ofBytes)}
        ; {view.complete ? words.oldAnswers : words.noneAnswers}
      </Line>
    );
  }
  return (
    <Line shape={isBehind(view) ? 'warn' : 'ok'} word={isBehind(view) ? words.behind : words.upToDate} what={what}>
      {view.lag.events === 0 ? null : words.behindBy(view.lag.events, view.lag.seconds)}
    </Line>
  );
};

/** Signatures of viruses that are older than this are told, in days. */
const OLD_SIGNATURES = 7;
const daysSince = (at: string, now: string): number => Math.floor((Date.parse(now) - Date.parse(at)) / 86_400_000);

const ToolLines = ({ system }: { readonly system: System }) => {
  const { system: words } = useWords();
  if (system.tools === null) return <p className="muted">{words.noTools}</p>;
  return system.tools.tools.map(({ name, version, signatures, signaturesMade }) => {
    const days = signaturesMade === null ? 0 : daysSince(signaturesMade, system.asOf);
    const isOld = days > OLD_SIGNATURES;
    return (
      <Line
        key={name}
        shape={isOld ? 'warn' : 'ok'}
        word={isOld ? words.daysOld(days) : words.ready}
        what={`${name} ${version}`}
      >
        {signatures}{' '}
        {signaturesMade === null ? null : (
          <>
            {words.signaturesOf} <Time at={signaturesMade} />
          </>
        )}
      </Line>
    );
  });
};

/** What is left of a disk when it is told, as a share. */
const LOW = 0.1;

const SpaceLines = ({ system: { disk, workspaces, repository } }: { readonly system: System }) => {
  const { system: words } = useWords();
  return (
    <>
      {disk === null ? null : (
        <Line shape={disk.freeBytes < disk.totalBytes * LOW ? 'warn' : 'ok'} word={words.space} what={words.disk}>
          {words.diskFree(disk.freeBytes, disk.totalBytes)}
        </Line>
      )}
      {workspaces === null ? null : (
        <Line shape="dot" word={words.space} what={words.workspaces}>
          {words.workspacesHold(workspaces.files, workspaces.bytes)}
          {workspaces.preserved === null || workspaces.preserved.bytes === 0
            ? null
            : `; ${words.couldBeFreed(workspaces.preserved.bytes)}`}
        </Line>
      )}
      {repository === null ? null : (
        <Line shape="dot" word={words.space} what={words.repository}>
          {words.repositoryHolds(repository.archivalGroups, repository.storedFiles, repository.storedBytes)}
        </Line>
      )}
    </>
  );
};

const AuditLines = ({ system: { lastAudit } }: { readonly system: System }) => {
  const { system: words } = useWords();
  const tell = useToast();
  const start = useMutation({
    mutationFn: () => dataOf(preservation.POST('/jobs', { body: { kind: 'audit' } })),
    onSuccess: () => tell(words.started),
  });
  const findings = lastAudit?.summary.findings ?? 0;
  return (
    <>
      {lastAudit === null ? (
        <p className="muted">{words.noAudit}</p>
      ) : (
        <Line
          shape={findings === 0 ? 'ok' : 'warn'}
          word={findings === 0 ? words.noFindings : words.findings(findings)}
          what={words.lastAudit}
        >
          <Time at={lastAudit.finished} /> {lastAudit.quick ? words.quick : null}
        </Line>
      )}
      <div className="actions">
        <Button small busy={start.isPending ? words.starting : null} onClick={() => start.mutate()}>
          {words.startAudit}
        </Button>
        {lastAudit === null ? null : (
          <ButtonLink small look="quiet" to="/jobs/$job" params={{ job: idOf(lastAudit.job) }}>
            {words.openJob}
          </ButtonLink>
        )}
      </div>
      {start.error === null ? null : <Problem error={start.error} />}
    </>
  );
};

/** How many things of the platform are not as they should be. */
const warningsOf = ({ views, disk, lastAudit }: System): number =>
  views.filter(isBehind).length +
  (disk !== null && disk.freeBytes < disk.totalBytes * LOW ? 1 : 0) +
  ((lastAudit?.summary.findings ?? 0) > 0 ? 1 : 0);

export const SystemPage = () => {
  const { system: words } = useWords();
  const { count } = useFormats();
  const query = useQuery(systemQuery);
  const connections = useConnections(CONNECTIONS);
  const warnings = (query.data === undefined ? 0 : warningsOf(query.data)) + connections.failures;
  const look = (): void => {
    void query.refetch();
    connections.refetch();
  };
  return (
    <Page
      title={words.title}
      facts={
        query.data === undefined ? undefined : (
          <>
            <span>
              <Mark shape={warnings === 0 ? 'ok' : 'warn'}>
                {warnings === 0 ? words.works : words.warnings(warnings)}
              </Mark>
            </span>
            <span>
              {words.lookedAt} <Time at={query.data.asOf} as="ago" />
            </span>
          </>
        )
      }
      actions={
        <Button busy={query.isFetching ? words.looking : null} onClick={look}>
          {words.lookAgain}
        </Button>
      }
    >
      <Loaded query={query}>
        {(system) => (
          <>
            <Section title={words.services}>
              <Connections system={system} lines={connections.lines} />
            </Section>
            <Section title={words.space}>
              <SpaceLines system={system} />
            </Section>
            <Section title={words.audit}>
              <AuditLines system={system} />
            </Section>
            <Section
              title={words.lists}
              count={count(system.views.length)}
              link={<span className="muted">{words.listsWhy}</span>}
            >
              {system.views.map((view) => (
                <ViewLine key={view.name} view={view} />
              ))}
            </Section>
            <Section
              title={words.tools}
              link={system.tools === null ? undefined : <span className="muted">{words.toolsAsOf}</span>}
            >
              <ToolLines system={system} />
            </Section>
          </>
        )}
      </Loaded>
    </Page>
  );
};
