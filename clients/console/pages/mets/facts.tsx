import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { depositCountsQuery } from '../../api/deposits.js';
import { idOf } from '../../api/identifiers.js';
import { Size, Time } from '../../parts/values.js';
import { useWords } from '../../words/language.js';
import { AccessFact, FormatsFact, RightsFact, ScansFact } from './content-facts.js';
import type { MetsSummary } from './read-mets.js';

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);

const LastChange = ({
  change,
  writtenBy,
}: {
  readonly change: MetsSummary['lastChange'];
  /** The program that is named above. */
  readonly writtenBy: string | null;
}) => {
  const { mets: words } = useWords();
  const { at, by, program, recorded = 0, removed = 0 } = change;
  const agent = by === null ? null : idOf(by);
  const what = [
    ...(recorded > 0 ? [words.recorded(recorded)] : []),
    ...(removed > 0 ? [words.removed(removed)] : []),
  ].join(', ');
  return (
    <>
      <Time at={at} /> {agent === null ? null : words.by(agent)}
      <br />
      <span className="muted">
        {change.change === 'edited' ? what || words.edited : words[change.change]}
        {program === null || program === writtenBy || change.change === 'edited' ? null : `, ${program}`}
      </span>
    </>
  );
};

/** What the METS says, in words. */
export const Facts = ({ depositId, mets }: { readonly depositId: string; readonly mets: MetsSummary }) => {
  const { mets: words } = useWords();
  const { data } = useQuery(depositCountsQuery(depositId));
  const { path, eTag, size, agent, editable, lastChange, name, files, withoutDigest, created } = mets;
  const states = data?.folder.states;
  return (
    <dl className="dl full">
      <Fact name={words.writtenBy}>
        {agent ?? words.noProgram}
        {editable ? words.soEditable : null}
      </Fact>
      <Fact name={words.lastChange}>
        <LastChange change={lastChange} writtenBy={agent} />
      </Fact>
      {created === null ? null : (
        <Fact name={words.begun}>
          <Time at={created} />
        </Fact>
      )}
      <Fact name={words.title}>{name ?? <span className="muted">{words.noTitle}</span>}</Fact>
      <Fact name={words.describes}>
        {words.filesIn(files, mets.folders)}
        {states === undefined ? null : (
          <>
            <br />
            <span className="muted">{words.differing(states['not-recorded'], states['not-in-workspace'])}</span>
          </>
        )}
      </Fact>
      <Fact name={words.digest}>
        {files === 0 ? words.ofNone : withoutDigest === 0 ? words.ofEvery : words.lacking(withoutDigest)}
      </Fact>
      <Fact name={words.formats}>
        <FormatsFact content={mets.content} />
      </Fact>
      <Fact name={words.scans}>
        <ScansFact content={mets.content} />
      </Fact>
      <Fact name={words.access}>
        <AccessFact access={mets.access} />
      </Fact>
      <Fact name={words.rights}>
        <RightsFact rights={mets.rights} />
      </Fact>
      <Fact name={words.structures}>
        <Link to="/deposits/$deposit/structure/arrange" params={{ deposit: depositId }}>
          {words.structuresWith(mets.logicalStructures, mets.ranges)}
        </Link>
      </Fact>
      <Fact name={words.file}>
        {path}, <Size bytes={size} />
        <br />
        <span className="digest muted">{eTag}</span>
      </Fact>
    </dl>
  );
};
