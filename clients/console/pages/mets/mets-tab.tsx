export const MetsTab = () => null;
