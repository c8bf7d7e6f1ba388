import type { ReactNode } from 'react';
import { ApiFault } from '../../../api/api-fault.js';
import { useWords } from '../../words/language.js';
import { Button } from '../controls/button.js';
import { Shape, type MarkShape } from '../marks.js';

const KINDS = { info: 'info', warn: 'warn', bad: 'fail', ok: 'ok' } as const satisfies Record<string, MarkShape>;

interface MessageOptions {
  readonly kind: keyof typeof KINDS;
  readonly children: ReactNode;
  /** Its buttons. */
  readonly actions?: ReactNode;
  /** Whether it is of what happened before, so that nobody is interrupted by it. */
  readonly isOld?: boolean;
}

/** What is, what it means and what to do, at the place it speaks of, until it is no longer true. */
export const Message = ({ kind, children, actions, isOld = false }: MessageOptions) => (
  <div className={`msg ${kind}`} role={kind === 'bad' && !isOld ? 'alert' : undefined}>
    <Shape shape={KINDS[kind]} />
    <div>{children}</div>
    {actions === undefined ? null : <div className="actions">{actions}</div>}
  </div>
);

/** What the platform says of a request that failed. */
export const saidIn = (error: unknown): string => {
  const fault = error instanceof ApiFault ? error : null;
  return fault?.detail ?? fault?.title ?? (error instanceof Error ? error.message : String(error));
};

/** What the platform says of a request that failed, and what to do. */
export const Problem = ({
  error,
  onRetry,
  isOld = false,
}: {
  readonly error: unknown;
  readonly onRetry?: () => void;
} & Pick<MessageOptions, 'isOld'>) => {
  const { parts } = useWords();
  const fault = error instanceof ApiFault ? error : null;
  return (
    <Message
      kind="bad"
      isOld={isOld}
      actions={
        onRetry === undefined ? undefined : (
          <Button small onClick={onRetry}>
            {parts.tryAgain}
          </Button>
        )
      }
    >
      <p>
        {fault?.status === 0 ? parts.noAnswer : saidIn(error)}
        {fault === null || fault.status === 0 ? null : <span className="muted"> ({fault.status})</span>}
      </p>
      {fault?.advice ? <p>{fault.advice}</p> : null}
      {fault?.holder ? <p>{parts.heldBy(fault.holder.what, fault.holder.by, fault.holder.since)}</p> : null}
    </Message>
  );
};

/** What would stand here, why it does not, and the one thing to do. */
export const Empty = ({
  title,
  children,
  actions,
}: {
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}) => (
  <div className="empty">
    <h2>{title}</h2>
    <div>{children}</div>
    {actions === undefined ? null : <div className="actions">{actions}</div>}
  </div>
);
