/** Whether a number was typed, with whatever separates thousands. */
export const isTyped = (wanted: number, typed: string): boolean =>
  typed.replace(/[\s.,'’\u00A0\u202F]/gu, '') === String(wanted);
