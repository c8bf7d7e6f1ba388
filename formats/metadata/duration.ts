/** The longest text that is parsed. */
const LONGEST = 64;

/**
 * A duration as a tool writes it, in seconds: `12.34`, `12.34 s`, `3:12`, `0:03:12.5`, `2 days 1:00:00`, each
 * optionally with `(approx)`; null for any other text.
 */
export const durationSeconds = (text: string): number | null => {
  if (text.length > LONGEST) return null;
  const bare = text.trim().replace(/\s*\(approx\)$/, '');
  const plain = /^(\d{1,9}(?:\.\d+)?)(?: ?s)?$/.exec(bare)?.[1];
  if (plain !== undefined) return toTheMicrosecond(Number(plain));
  const [, days = '0', hours = '0', minutes, seconds] =
    /^(?:(\d{1,4}) days? )?(?:(\d{1,6}):)?([0-5]?\d):([0-5]?\d(?:\.\d+)?)$/.exec(bare) ?? [];
  if (minutes === undefined || seconds === undefined) return null;
  const whole = ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60;
  return toTheMicrosecond(whole + Number(seconds));
};

/** Rounded, so that it is written without exponent and without binary rounding errors. */
const toTheMicrosecond = (seconds: number): number => Number(seconds.toFixed(6));

/** Whether a tool says of a duration that it has only estimated it. */
export const isApproximate = (text: string): boolean => /\(approx\)\s*$/.test(text);
