export const DepositViewerTab = () => null;
