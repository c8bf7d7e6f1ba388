import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { dataOf } from '../../../api/data-of.js';
import { preservation } from '../../api/services.js';
import { History } from '../../parts/history.js';

/** Who did what to a deposit. */
export const DepositHistoryTab = () => {
  const params = useParams({ from: '/inside/deposits/$deposit/history' });
  const search = useSearch({ from: '/inside/deposits/$deposit/history' });
  const navigate = useNavigate();
  const { deposit: depositId } = params;
  return (
    <History
      queryKey={['deposits', depositId]}
      route={`/deposits/${encodeURIComponent(depositId)}/history`}
      read={(query, signal) =>
        dataOf(preservation.GET('/deposits/{depositId}/history', { params: { path: { depositId }, query }, signal }))
      }
      search={search}
      onSearch={(next) => void navigate({ to: '/deposits/$deposit/history', params, search: next })}
    />
  );
};
