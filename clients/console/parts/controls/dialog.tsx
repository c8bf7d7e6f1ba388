import type { ReactNode, SubmitEvent } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useWords } from '../../words/language.js';
import { Button } from './button.js';

interface DialogOptions {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** What the way back says; to cancel, unless told. */
  readonly close?: string;
  /** The verb and the thing. */
  readonly action: string;
  /** What it is doing, while it does it. */
  readonly busy?: string | null;
  /** Why it cannot be done yet. */
  readonly why?: string | null;
  readonly isFinal?: boolean;
  readonly isBig?: boolean;
  /** Whether there is nothing to do but to close it. */
  readonly isOnlyRead?: boolean;
  readonly onAct: () => void;
  readonly children: ReactNode;
}

/** To create, to set something for a selection, to confirm a loss. Escape closes it; the focus returns to the button. */
export const Dialog = ({
  title,
  isOpen,
  onClose,
  close,
  action,
  busy = null,
  why = null,
  isFinal = false,
  isBig = false,
  isOnlyRead = false,
  onAct,
  children,
}: DialogOptions) => {
  const { parts } = useWords();
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (busy === null && why === null) onAct();
  };
  return (
    <ModalOverlay
      className="scrim"
      isOpen={isOpen}
      onOpenChange={(open) => (open ? undefined : onClose())}
      isDismissable={false}
    >
      <Modal className={`dialog ${isBig ? 'big' : ''}`}>
        <AriaDialog>
          <form onSubmit={submit}>
            <header>
              <Heading slot="title" level={2}>
                {title}
              </Heading>
            </header>
            <div className="body">{children}</div>
            <footer>
              {isOnlyRead ? null : (
                <Button keyName="Esc" onClick={onClose}>
                  {close ?? parts.cancel}
                </Button>
              )}
              <Button
                type="submit"
                look={isFinal ? 'final' : isOnlyRead ? 'ordinary' : 'primary'}
                busy={busy}
                why={why}
                {...(isOnlyRead && { keyName: 'Esc' })}
              >
                {action}
              </Button>
            </footer>
          </form>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
};
