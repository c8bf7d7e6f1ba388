export const DepositHistoryTab = () => null;
