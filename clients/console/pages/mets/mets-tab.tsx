import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ApiFault } from '../../../api/api-fault.js';
import { PRESERVATION } from '../../api/services.js';
import { BeingMade } from '../../parts/feedback/being-made.js';
import { Loaded } from '../../parts/feedback/loading.js';
import { Empty, Message } from '../../parts/feedback/messages.js';
import { useWords } from '../../words/language.js';
import { Facts } from './facts.js';
import { ForeignWays, ForeignWork } from './foreign.js';
import { Ids } from './ids.js';
import { metsQuery, sourceQuery } from './read-mets.js';
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

const Source = ({ depositId }: { readonly depositId: string }) => (
  <Loaded query={useQuery(sourceQuery(depositId))}>
    {({ read }) =>
      read === null ? <TooLarge depositId={depositId} /> : <SourceView source={read} depositId={depositId} />
    }
  </Loaded>
);

const Foreign = ({ program }: { readonly program: string }) => {
  const { mets: words } = useWords();
  return (
    <div style={{ marginTop: 16 }}>
      <Message kind="info">
        <p>
          <strong>{words.foreign(program)}</strong>
        </p>
        <p>{words.foreignWhy}</p>
      </Message>
    </div>
  );
};

/** The METS of a deposit: what it says, who wrote it, and its source, whichever is read first. */
export const MetsTab = () => {
  const { mets: words } = useWords();
  const { deposit: depositId } = useParams({ from: '/inside/deposits/$deposit' });
  const query = useQuery(metsQuery(depositId));
  if (query.error instanceof ApiFault && query.error.status === 404)
    return (
      <Empty title={words.none}>
        <p>{words.noneHow}</p>
      </Empty>
    );
  const foreign = query.data?.editable === false ? (query.data.agent ?? words.noProgram) : null;
  return (
    <>
      {foreign === null ? null : <Foreign program={foreign} />}
      <div className="metsgrid">
        <div className="lt">
          <h2 style={{ marginBottom: 8 }}>{words.says}</h2>
          <BeingMade depositId={depositId} />
          <Loaded query={query}>
            {(mets) => (
              <>
                <Facts depositId={depositId} mets={mets} />
                {foreign === null ? (
                  <Ids depositId={depositId} />
                ) : (
                  <ForeignWays depositId={depositId} program={foreign} path={mets.path} />
                )}
              </>
            )}
          </Loaded>
        </div>
        <div className="rt">
          {foreign === null ? null : (
            <div style={{ marginBottom: 24 }}>
              <ForeignWork />
            </div>
          )}
          <Source depositId={depositId} />
        </div>
      </div>
    </>
  );
};
