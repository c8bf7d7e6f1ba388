import type { ReactNode } from 'react';
import { Button as AriaButton, Dialog, DialogTrigger, Popover as AriaPopover } from 'react-aria-components';
import { Icon, type IconName } from '../icon.js';

interface PopoverOptions {
  readonly label: string;
  /** What the button says. */
  readonly button: string;
  readonly icon?: IconName;
  /** The key that opens it as well. */
  readonly keyName?: string;
  readonly isQuiet?: boolean;
  readonly isOpen?: boolean;
  readonly onOpenChange?: (isOpen: boolean) => void;
  /** Wider, with a form. */
  readonly isForm?: boolean;
  readonly children: (close: () => void) => ReactNode;
}

/** An editor that floats at the button that opened it. */
export const Popover = ({
  label,
  button,
  icon,
  keyName,
  isQuiet = false,
  isForm = false,
  children,
  ...state
}: PopoverOptions) => (
  <DialogTrigger {...state}>
    <AriaButton className={`b small ${isQuiet ? 'quiet' : ''}`}>
      {icon === undefined ? null : <Icon name={icon} />}
      {button}
      {keyName === undefined ? null : <kbd>{keyName}</kbd>}
    </AriaButton>
    <AriaPopover className={`menu still floating ${isForm ? 'form' : ''}`} placement="bottom start" offset={4}>
      <Dialog aria-label={label}>{({ close }) => children(close)}</Dialog>
    </AriaPopover>
  </DialogTrigger>
);
