import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ApiFault } from '../../../api/api-fault.js';
import { PRESERVATION } from '../../api/services.js';
import { Loaded } from '../../parts/loading.js';
import { Empty, Message } from '../../parts/messages.js';
import { useWords } from '../../words/language.js';
import { Facts } from './facts.js';
import { ForeignWays, ForeignWork } from './foreign.js';
import { Ids } from './ids.js';
import { metsQuery, MOST_BYTES, sourceQuery, type MetsSummary } from './read-mets.js';
import { SourceView } from './source.js';

const TooLarge = ({ depositId }: { readonly depositId: string }) => {
  const { mets: words } = useWords();
  const download = (
    <a className="b" href={`${PRESERVATION}/deposits/${depositId}/mets`} download="mets.xml">
      {words.download}
    </a>
  );
  return (
    <Empty title={words.tooLarge} actions={download}>
      <p>{words.tooLargeHow}</p>
    </Empty>
  );
};

const Source = ({ depositId }: { readonly depositId: string }) => {
  const query = useQuery(sourceQuery(depositId));
  return <Loaded query={query}>{(source) => <SourceView source={source} depositId={depositId} />}</Loaded>;
};

const Mets = ({ depositId, mets }: { readonly depositId: string; readonly mets: MetsSummary }) => {
  const { mets: words } = useWords();
  const program = mets.agent ?? words.noProgram;
  return (
    <>
      {mets.editable ? null : (
        <div style={{ marginTop: 16 }}>
          <Message kind="info">
            <p>
              <strong>{words.foreign(program)}</strong>
            </p>
            <p>{words.foreignWhy}</p>
          </Message>
        </div>
      )}
      <div className="metsgrid">
        <div className="lt">
          <h2 style={{ marginBottom: 8 }}>{words.says}</h2>
          <Facts depositId={depositId} mets={mets} />
          {mets.editable ? <Ids depositId={depositId} /> : <ForeignWays depositId={depositId} program={program} />}
        </div>
        <div className="rt">
          {mets.editable ? null : <ForeignWork />}
          {mets.size > MOST_BYTES ? <TooLarge depositId={depositId} /> : <Source depositId={depositId} />}
        </div>
      </div>
    </>
  );
};

/** The METS of a deposit: what it says, who wrote it, and its source. */
export const MetsTab = () => {
  const { mets: words } = useWords();
  const { deposit } = useParams({ from: '/inside/deposits/$deposit' });
  const query = useQuery(metsQuery(deposit));
  if (query.error instanceof ApiFault && query.error.status === 404)
    return (
      <Empty title={words.none}>
        <p>{words.noneHow}</p>
      </Empty>
    );
  return <Loaded query={query}>{(mets) => <Mets depositId={deposit} mets={mets} />}</Loaded>;
};
