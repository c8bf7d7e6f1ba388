/**
 * The answer of `ask`, kept for so many milliseconds after it was asked for; callers in that time share one question. A
 * failure is not kept.
 */
export const keptFor = <T>(ms: number, ask: () => Promise<T>): (() => Promise<T>) => {
  let kept: { readonly at: number; readonly answer: Promise<T> } | null = null;
  return () => {
    const now = performance.now();
    if (kept !== null && now - kept.at < ms) return kept.answer;
    const asked = { at: now, answer: ask() };
    kept = asked;
    asked.answer.catch(() => {
      if (kept === asked) kept = null;
    });
    return asked.answer;
  };
};
