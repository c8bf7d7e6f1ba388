import { Button } from '../../../parts/controls/button.js';
import { Size } from '../../../parts/values.js';
import { useWords } from '../../../words/language.js';
import type { Amount } from './file-selection.js';

interface BulkOptions {
  readonly amount: Amount;
  /** Why nothing can be changed. */
  readonly why: string | null;
  readonly whyNoDownload: string | null;
  /** How much of the selection is read for what is done with it. */
  readonly reading: string | null;
  readonly recording: string | null;
  readonly downloading: string | null;
  readonly onRecord: () => void;
  readonly onRights: () => void;
  readonly onMove: () => void;
  readonly onDownload: () => void;
  readonly onDelete: () => void;
  readonly onClear: () => void;
}

/** What can be done with what is selected, in the place of the toolbar. */
export const BulkBar = (options: BulkOptions) => {
  const { deposit: words, depositFiles, parts } = useWords();
  const { amount, why } = options;
  return (
    <div className="toolbar bulk" role="toolbar" aria-label={words.selectedFiles}>
      <b aria-live="polite">
        {parts.files(amount.files)}
        {amount.bytes === null ? null : (
          <>
            , <Size bytes={amount.bytes} />
          </>
        )}
      </b>
      <span className="sep" />
      <Button small why={why} busy={options.recording} onClick={options.onRecord}>
        {words.recordThese}
      </Button>
      <Button small why={why} onClick={options.onRights}>
        {depositFiles.accessAndRights}
      </Button>
      <Button small why={why} onClick={options.onMove}>
        {depositFiles.move}
      </Button>
      <Button small why={options.whyNoDownload} busy={options.downloading} onClick={options.onDownload}>
        {depositFiles.download}
      </Button>
      <Button small look="bad" why={why} onClick={options.onDelete}>
        {words.remove}
      </Button>
      <span className="grow" />
      <span className="soft" role="status">
        {options.reading}
      </span>
      <Button small look="quiet" keyName="Esc" onClick={options.onClear}>
        {words.clear}
      </Button>
    </div>
  );
};
