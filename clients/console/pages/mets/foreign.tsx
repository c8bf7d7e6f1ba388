import { useQuery } from '@tanstack/react-query';
import { depositCountsQuery } from '../../api/deposits.js';
import { Mark } from '../../parts/marks.js';
import { ButtonLink } from '../../parts/controls/button.js';
import { Rows } from '../../parts/lists/rows.js';
import { useWords } from '../../words/language.js';

/** What can and cannot be done with the METS of another program. */
export const ForeignWork = () => {
  const { mets: words } = useWords();
  const { work } = words;
  const rows = [
    { name: work.files, isPossible: true, note: '' },
    { name: work.tools, isPossible: true, note: words.toolsNote },
    { name: work.importing, isPossible: true, note: words.importNote },
    { name: work.looking, isPossible: true, note: '' },
    ...[work.recording, work.terms, work.arranging].map((name) => ({ name, isPossible: false, note: words.elsewhere })),
    { name: work.ids, isPossible: false, note: '' },
  ];
  return (
    <Rows
      label={words.canBeDone}
      columns={[
        { key: 'work', head: words.workHead, of: 'name', cell: ({ name }) => name },
        {
          key: 'here',
          head: words.here,
          cell: ({ isPossible }) =>
            isPossible ? <Mark shape="ok">{words.possible}</Mark> : <span className="muted">{words.notHere}</span>,
        },
        {
          key: 'note',
          head: <span className="sr">{words.canBeDone}</span>,
          of: 'wrap',
          cell: ({ note }) => <span className="soft">{note}</span>,
        },
      ]}
      widths="minmax(150px,274px) 120px minmax(120px,1fr)"
      rows={rows}
      keyOf={({ name }) => name}
    />
  );
};

/** The ways to go on with it. */
export const ForeignWays = ({
  depositId,
  program,
  path,
}: {
  readonly depositId: string;
  readonly program: string;
  /** Of the METS. */
  readonly path: string;
}) => {
  const { mets: words } = useWords();
  const { data } = useQuery(depositCountsQuery(depositId));
  const unrecorded = data?.folder.states['not-recorded'] ?? null;
  const params = { deposit: depositId };
  return (
    <>
      <h2 style={{ marginTop: 24 }}>{words.whatYouCan}</h2>
      <section className="way">
        <b>{words.changeThere}</b>
        <p>{words.changeThereHow(unrecorded, program, path)}</p>
        <ButtonLink small to="/deposits/$deposit/upload" params={params}>
          {words.uploadNew}
        </ButtonLink>
      </section>
      {unrecorded === null || unrecorded === 0 ? null : (
        <section className="way">
          <b>{words.leaveOut(unrecorded)}</b>
          <p>{words.leaveOutHow}</p>
          <ButtonLink small to="/deposits/$deposit" params={params} search={{ show: 'not-recorded' }}>
            {words.showThem(unrecorded)}
          </ButtonLink>
        </section>
      )}
      <section className="way">
        <b>{words.ownMets}</b>
        <p>{words.ownMetsHow}</p>
        <ButtonLink small to="/deposits/new">
          {words.newDeposit}
        </ButtonLink>
      </section>
    </>
  );
};
