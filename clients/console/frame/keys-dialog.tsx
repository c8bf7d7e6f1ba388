import { Dialog } from '../parts/controls/dialog.js';
import { useWords } from '../words/language.js';

/** The table of keys. */
export const KeysDialog = ({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) => {
  const { frame } = useWords();
  return (
    <Dialog
      title={frame.keys}
      isOpen={isOpen}
      onClose={onClose}
      action={frame.closeKeys}
      isBig
      isOnlyRead
      onAct={onClose}
    >
      {frame.keyTables.map(({ title, rows }) => (
        <section key={title} style={{ marginBottom: 16 }}>
          <h3>{title}</h3>
          <dl className="dl">
            {rows.map(([keys, does]) => [
              <dt key={keys}>
                <kbd>{keys}</kbd>
              </dt>,
              <dd key={does}>{does}</dd>,
            ])}
          </dl>
        </section>
      ))}
    </Dialog>
  );
};
