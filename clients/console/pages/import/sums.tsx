import { Sign } from '../../parts/sign.js';
import { Size } from '../../parts/values.js';
import { useFormats, useWords } from '../../words/language.js';
import { KINDS, type Sums } from './changes.js';

/** What would be added, changed, renamed and deleted, in numbers. */
export const SumsOf = ({
  sums,
  hasMets,
  version,
}: {
  readonly sums: Sums;
  readonly hasMets: boolean;
  readonly version: number;
}) => {
  const { import: words } = useWords();
  const { count } = useFormats();
  const said = {
    added: null,
    changed: hasMets ? words.withMets : null,
    renamed: words.namesOnly,
    deleted: words.noLonger(version),
  };
  return (
    <ul className="counts">
      {KINDS.map((kind) => {
        const { files, bytes } = sums[kind];
        return (
          <li key={kind}>
            <div className="k">
              <Sign kind={kind} />
              {words.kinds[kind]}
            </div>
            <div className="n">{count(files)}</div>
            <div className="s">
              {files === 0 ? null : (
                <>
                  {bytes === 0 ? null : <Size bytes={bytes} />}
                  {bytes > 0 && said[kind] !== null ? ', ' : null}
                  {said[kind]}
                </>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
};
