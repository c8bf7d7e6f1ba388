import { useEffect, useRef, type ReactNode } from 'react';
import { Icon } from '../icon.js';

/**
 * The handle of a row that can be moved. No button, since Firefox drags no row by a button in it; who cannot drag has the
 * keys that its title names.
 */
export const Grip = ({ title }: { readonly title: string }) => (
  <span className="grip" title={title} aria-hidden="true">
    <Icon name="grip" />
  </span>
);

/** What is moved, and where it would go, beside the pointer that moves it. */
export const Held = ({ children }: { readonly children: ReactNode }) => {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const follow = ({ clientX, clientY }: DragEvent): void => {
      if (box.current === null) return;
      box.current.style.transform = `translate(${clientX + 14}px, ${clientY + 14}px)`;
      box.current.hidden = false;
    };
    addEventListener('dragover', follow);
    return () => removeEventListener('dragover', follow);
  }, []);
  return (
    <div ref={box} className="ghosted" hidden>
      <Icon name="grip" />
      {children}
    </div>
  );
};
