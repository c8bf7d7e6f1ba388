/** `12.34`, `12.34 s`. */
const SECONDS = /^(\d+(?:\.\d+)?)(?:\s*s)?$/i;
/** `3:12`, `0:03:12.5`. */
const CLOCK = /^(?:(\d+):)?(\d+):(\d{1,2}(?:\.\d+)?)$/;

/** A duration as tools write it, in decimal seconds; null where the text is not understood (companion 5.7). */
export const decimalSeconds = (duration: string): string | null => {
  const text = duration.trim().replace(/\s*\(approx\)$/i, '');
  const plain = SECONDS.exec(text)?.[1];
  if (plain !== undefined) return plain;
  const clock = CLOCK.exec(text);
  if (clock === null) return null;
  const [, hours = '0', minutes, seconds] = clock;
  const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return String(Number(whole.toFixed(3)));
};
