import { Icon } from '../icon.js';
import { useToast } from '../feedback/toasts.js';
import { useWords } from '../../words/language.js';

/** A command, whole, as it works when it is pasted. */
export const Command = ({ children }: { readonly children: string }) => {
  const { parts } = useWords();
  const tell = useToast();
  const copy = (): void => void navigator.clipboard.writeText(children).then(() => tell(parts.copied));
  return (
    <div className="cmd">
      <code>{children}</code>
      <button
        type="button"
        className="b icon small quiet"
        aria-label={parts.copyCommand}
        title={parts.copyCommand}
        onClick={copy}
      >
        <Icon name="copy" />
      </button>
    </div>
  );
};
