import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { STORES, useConnections } from '../../api/connections.js';
import { systemQuery } from '../../api/system.js';
import { Mark } from '../../parts/marks.js';
import { Section } from '../../parts/page.js';
import { Progress } from '../../parts/feedback/progress.js';
import { Size, Time } from '../../parts/values.js';
import { useWords } from '../../words/language.js';

/** What workspaces and the repository take, as far as the platform knows. */
export const Space = () => {
  const { home: words } = useWords();
  const { data } = useQuery(systemQuery);
  if (data === undefined) return null;
  const { disk, workspaces, repository, deposits } = data;
  const freed = workspaces?.preserved?.bytes ?? 0;
  return (
    <Section title={words.space} link={<Link to="/system">{words.system}</Link>}>
      {workspaces === null ? null : (
        <div className="space">
          <div className="l1">
            <span>{words.workspaces}</span>
            <Size bytes={workspaces.bytes} />
          </div>
          {disk === null ? null : (
            <>
              <Progress label={words.space} done={disk.totalBytes - disk.freeBytes} of={disk.totalBytes} />
              <div className="l2">{words.ofDisk(disk.totalBytes - disk.freeBytes, disk.totalBytes)}</div>
            </>
          )}
          {freed === 0 ? null : <div className="l2">{words.freed(freed, deposits?.preserved ?? 0)}</div>}
        </div>
      )}
      {repository === null ? null : (
        <div className="space">
          <div className="l1">
            <span>{words.repository}</span>
            <Size bytes={repository.storedBytes} />
          </div>
          <div className="l2">{words.holds(repository.archivalGroups, repository.storedFiles)}</div>
        </div>
      )}
    </Section>
  );
};

/** Seconds after which lists are told to be behind. */
const LATE = 10;

const Stores = () => {
  const { home: words } = useWords();
  const { lines, failures, asOf } = useConnections(STORES);
  if (failures === 0 && lines.some(({ isFine }) => isFine === null)) return null;
  return (
    <li className="li">
      <div className="l1">
        <Mark shape={failures === 0 ? 'ok' : 'fail'}>
          {failures === 0 ? words.storesRead : words.storesNotRead(failures)}
        </Mark>
        <span className="r">
          {failures === 0 ? (
            <Time at={new Date(asOf).toISOString()} as="ago" />
          ) : (
            <Link to="/system">{words.system}</Link>
          )}
        </span>
      </div>
    </li>
  );
};

/** Whether stores can be read, lists are up to date, and what the last audit found. */
export const Health = () => {
  const { home: words } = useWords();
  const { data } = useQuery(systemQuery);
  if (data === undefined) return null;
  const behind = Math.max(0, ...data.views.map(({ lag }) => lag.seconds));
  const found = data.lastAudit?.summary.findings ?? 0;
  return (
    <Section title={words.health}>
      <ul>
        <Stores />
        <li className="li">
          <div className="l1">
            <Mark shape={behind > LATE ? 'warn' : 'ok'}>{behind > LATE ? words.listsBehind : words.listsCurrent}</Mark>
            {behind > 0 ? <span className="r">{words.behind(behind)}</span> : null}
          </div>
        </li>
        <li className="li">
          <div className="l1">
            {data.lastAudit === null ? (
              <Mark shape="q">{words.noAudit}</Mark>
            ) : (
              <>
                <Mark shape={found === 0 ? 'ok' : 'warn'}>
                  {found === 0 ? words.auditClean : words.auditFound(found)}
                </Mark>
                <span className="r">
                  <Time at={data.lastAudit.finished} />
                </span>
              </>
            )}
          </div>
        </li>
      </ul>
    </Section>
  );
};
