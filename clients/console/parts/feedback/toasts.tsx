import { createContext, use, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useWords } from '../../words/language.js';

interface Toast {
  readonly key: number;
  readonly text: string;
  readonly back: { readonly label: string; readonly undo: () => void } | null;
}
type Tell = (text: string, back?: Toast['back']) => void;

const ToastContext = createContext<Tell>(() => undefined);
const SEEN_MS = 8_000;

/** Says that something is done, with the way back where there is one. Nothing that must be read is said so. */
export const useToast = (): Tell => use(ToastContext);

const OneToast = ({ toast, onGone }: { readonly toast: Toast; readonly onGone: () => void }) => {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(onGone, SEEN_MS);
    return () => clearTimeout(timer);
  }, [isHeld, onGone]);
  const hold = {
    onMouseEnter: () => setHeld(true),
    onMouseLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  };
  return (
    <div className="toast" {...hold}>
      {toast.text}
      {toast.back === null ? null : (
        <button
          type="button"
          onClick={() => {
            toast.back?.undo();
            onGone();
          }}
        >
          {toast.back.label}
        </button>
      )}
    </div>
  );
};

export const Toasts = ({ children }: { readonly children: ReactNode }) => {
  const { parts } = useWords();
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const tell = useCallback<Tell>((text, back = null) => {
    setToasts((before) => [...before.slice(-2), { key: (before.at(-1)?.key ?? 0) + 1, text, back }]);
  }, []);
  const gone = useCallback((key: number) => setToasts((before) => before.filter((each) => each.key !== key)), []);
  const value = useMemo(() => tell, [tell]);
  return (
    <ToastContext value={value}>
      {children}
      <div className="toasts" role="status" aria-label={parts.messages}>
        {toasts.map((toast) => (
          <OneToast key={toast.key} toast={toast} onGone={() => gone(toast.key)} />
        ))}
      </div>
    </ToastContext>
  );
};
