export const depositsWords = () => ({
  title: 'Deposits',
});
