export const ImportTab = () => null;
