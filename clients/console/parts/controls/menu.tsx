import type { ReactNode } from 'react';
import {
  Button as AriaButton,
  Menu as AriaMenu,
  MenuItem,
  MenuTrigger,
  Popover,
  Separator,
} from 'react-aria-components';
import { Icon } from '../icon.js';

/** An entry: verb and thing, what it would do below it; where it cannot be done now, why. */
export interface MenuEntry {
  readonly key: string;
  readonly label: string;
  readonly below?: string;
  readonly keyName?: string;
  readonly why?: string | null;
  readonly isBad?: boolean;
  readonly onChoose: () => void;
}

/** Up to 12 entries in groups at the button that opened them. */
export const Menu = ({
  label,
  groups,
  button,
  isSmall = false,
  isQuiet = false,
}: {
  readonly label: string;
  readonly groups: readonly (readonly MenuEntry[])[];
  readonly button?: ReactNode;
  readonly isSmall?: boolean;
  readonly isQuiet?: boolean;
}) => {
  const entries = groups.flat();
  const why = entries.filter((entry) => typeof entry.why === 'string').map(({ key }) => key);
  return (
    <MenuTrigger>
      <AriaButton
        className={`b ${button === undefined ? 'icon' : ''} ${isSmall ? 'small' : ''} ${isQuiet ? 'quiet' : ''}`}
        {...(button === undefined ? { 'aria-label': label } : {})}
      >
        {button ?? <Icon name="more" />}
      </AriaButton>
      <Popover className="menu still floating" placement="bottom end" offset={4}>
        <AriaMenu
          aria-label={label}
          disabledKeys={why}
          onAction={(key) => entries.find((entry) => entry.key === key)?.onChoose()}
        >
          {groups.flatMap((group, index) => [
            ...(index === 0 ? [] : [<Separator key={`line ${index}`} className="sep" />]),
            ...group.map(({ key, label: words, below, keyName, isBad = false, why: reason = null }) => (
              <MenuItem key={key} id={key} textValue={words} className={isBad && reason === null ? 'mi bad' : 'mi'}>
                <span>{words}</span>
                {keyName === undefined ? <span /> : <kbd>{keyName}</kbd>}
                {(reason ?? below) === undefined ? null : <span className="why">{reason ?? below}</span>}
              </MenuItem>
            )),
          ])}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
};
