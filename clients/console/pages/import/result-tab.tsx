export const ResultTab = () => null;
