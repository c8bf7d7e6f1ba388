import type { Deposit } from '../../api/deposits.js';
import { Menu } from '../../parts/menu.js';
import { useToast } from '../../parts/toasts.js';
import { useWords } from '../../words/language.js';

/** What else can be done with a deposit. */
export const DepositMenu = ({ deposit }: { readonly deposit: Deposit }) => {
  const { parts } = useWords();
  const tell = useToast();
  const copy = (): void => {
    void navigator.clipboard.writeText(location.href).then(() => tell(parts.copied));
  };
  return <Menu label={`${parts.more} ${deposit.id}`} groups={[[{ key: 'copy', label: parts.copy, onChoose: copy }]]} />;
};
