import { Mark } from '../../parts/marks.js';
import { ButtonLink } from '../../parts/controls/button.js';
import { Rows } from '../../parts/rows.js';
import { useWords } from '../../words/language.js';

/** What can and cannot be done with the METS of another program. */
export const ForeignWork = () => {
  const { mets: words } = useWords();
  const possible = [words.work.files, words.work.tools, words.work.importing, words.work.looking];
  const not = [words.work.recording, words.work.terms, words.work.arranging, words.work.ids];
  const rows = [
    ...possible.map((work) => ({ work, isPossible: true })),
    ...not.map((work) => ({ work, isPossible: false })),
  ];
  return (
    <Rows
      label={words.canBeDone}
      columns={[
        { key: 'work', head: words.workHead, of: 'name', cell: ({ work }) => work },
        {
          key: 'here',
          head: words.here,
          cell: ({ isPossible }) =>
            isPossible ? <Mark shape="ok">{words.possible}</Mark> : <span className="muted">{words.notHere}</span>,
        },
      ]}
      widths="minmax(150px,1fr) 140px"
      rows={rows}
      keyOf={({ work }) => work}
    />
  );
};

/** The ways to go on with it. */
export const ForeignWays = ({ depositId, program }: { readonly depositId: string; readonly program: string }) => {
  const { mets: words } = useWords();
  const params = { deposit: depositId };
  return (
    <>
      <h2 style={{ marginTop: 24 }}>{words.whatYouCan}</h2>
      <section className="way">
        <b>{words.changeThere}</b>
        <p>{words.changeThereHow(program)}</p>
        <ButtonLink small to="/deposits/$deposit/upload" params={params}>
          {words.uploadNew}
        </ButtonLink>
      </section>
      <section className="way">
        <b>{words.leaveOut}</b>
        <p>{words.leaveOutHow}</p>
        <ButtonLink small to="/deposits/$deposit" params={params} search={{ show: 'not-recorded' }}>
          {words.showThem}
        </ButtonLink>
      </section>
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
