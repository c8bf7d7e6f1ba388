const KEPT = 'muniment.theme';

/** Light or dark as the reader has chosen in this browser; as the system says where nobody has. */
export const applyTheme = (): void => {
  const theme = localStorage.getItem(KEPT);
  if (theme !== null) document.documentElement.dataset['theme'] = theme;
};

/** The other one of light and dark. */
export const switchTheme = (): void => {
  const { dataset } = document.documentElement;
  const isDark =
    (dataset['theme'] ?? '') === '' ? matchMedia('(prefers-color-scheme: dark)').matches : dataset['theme'] === 'dark';
  dataset['theme'] = isDark ? 'light' : 'dark';
  localStorage.setItem(KEPT, dataset['theme']);
};
