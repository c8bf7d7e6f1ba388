export const RunTab = () => null;
