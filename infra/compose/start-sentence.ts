/** One sentence for the operator: what we know to go wrong speaks for itself, everything else says what it was. */
export const startSentence = (error: unknown): string => {
  if (!(error instanceof Error)) return `Something unforeseen went wrong: ${String(error)}`;
  const text = error.message.replace(/\s+/g, ' ').trim();
  const sentence = /[.!?]$/.test(text) ? text : `${text}.`;
  return 'code' in error && typeof error.code === 'string' ? sentence : `Something unforeseen went wrong: ${sentence}`;
};
