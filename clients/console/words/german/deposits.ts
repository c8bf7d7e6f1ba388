import type { Words } from '../english/english.js';

export const depositsWords = (): Words['deposits'] => ({
  title: 'Einlieferungen',
});
