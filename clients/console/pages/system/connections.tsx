import type { ConnectionLine } from '../../api/connections.js';
import type { System } from '../../api/system.js';
import { Mark } from '../../parts/marks.js';
import { useFormats, useWords } from '../../words/language.js';

/** The services and stores, one line each. */
export const Connections = ({
  system,
  lines,
}: {
  readonly system: System;
  readonly lines: readonly ConnectionLine[];
}) => {
  const { system: words } = useWords();
  const { duration } = useFormats();
  const running = (Date.parse(system.asOf) - Date.parse(system.started)) / 1_000;
  return (
    <>
      <div className="sysrow">
        <Mark shape="ok">{words.answers}</Mark>
        <span>{words.preservation}</span>
        <span className="muted">{words.since(system.version, duration(running))}</span>
      </div>
      {lines.map(({ key, isFine, error, ms }) => {
        const [yes, no] = key === 'storage' ? [words.answers, words.silent] : [words.readable, words.notReadable];
        return (
          <div key={key} className="sysrow">
            <Mark shape={isFine === null ? 'wait' : isFine ? 'ok' : 'fail'}>
              {isFine === false ? no : isFine === null ? words.looking : yes}
            </Mark>
            <span>{words[key]}</span>
            <span className="muted">{error ?? (ms === null ? null : words.inMs(ms))}</span>
          </div>
        );
      })}
    </>
  );
};
