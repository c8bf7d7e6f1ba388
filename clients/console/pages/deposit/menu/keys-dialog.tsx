import { useQuery } from '@tanstack/react-query';
import { dataOf } from '../../../../api/data-of.js';
import type { Deposit } from '../../../api/deposits.js';
import { idOf } from '../../../api/identifiers.js';
import { preservation } from '../../../api/services.js';
import { Button } from '../../../parts/controls/button.js';
import { Command } from '../../../parts/controls/command.js';
import { Dialog } from '../../../parts/controls/dialog.js';
import { Loaded } from '../../../parts/feedback/loading.js';
import { Message } from '../../../parts/feedback/messages.js';
import { useToast } from '../../../parts/feedback/toasts.js';
import { Time } from '../../../parts/values.js';
import { useWords } from '../../../words/language.js';
import type { components } from '../../../../api/generated/preservation.js';

type Keys = components['schemas']['ScopedKeys'];

/** What a shell of a POSIX system sets, so that the AWS CLI and the SDKs use these keys. */
const settingsOf = ({ endpoint, region, accessKeyId, secretAccessKey }: Keys): string =>
  [
    `export AWS_ENDPOINT_URL=${endpoint} AWS_REGION=${region}`,
    `export AWS_ACCESS_KEY_ID=${accessKeyId}`,
    `export AWS_SECRET_ACCESS_KEY=${secretAccessKey}`,
  ].join('\n');

const Given = ({ keys }: { readonly keys: Keys }) => {
  const { depositMenu: words, parts } = useWords();
  const tell = useToast();
  const copy = (text: string): void => void navigator.clipboard.writeText(text).then(() => tell(parts.copied));
  const target = `s3://${keys.bucket}/${keys.prefix}`;
  return (
    <>
      <p>
        {words.keysWhat} <Time at={keys.expiration} />.
      </p>
      <dl className="dl">
        <dt>{words.endpoint}</dt>
        <dd className="digest">{keys.endpoint}</dd>
        <dt>{words.region}</dt>
        <dd className="digest">{keys.region}</dd>
        <dt>{words.bucket}</dt>
        <dd className="digest">{keys.bucket}</dd>
        <dt>{words.below}</dt>
        <dd className="digest">{keys.prefix}</dd>
        <dt>{words.key}</dt>
        <dd className="digest">{keys.accessKeyId}</dd>
        <dt>{words.secret}</dt>
        <dd>
          <span className="digest" aria-label={words.secretHidden}>
            ••••••••••••
          </span>{' '}
          <Button small look="quiet" onClick={() => copy(keys.secretAccessKey)}>
            {parts.copy}
          </Button>
        </dd>
      </dl>
      <p>
        {words.settingsWhat}{' '}
        <Button small onClick={() => copy(settingsOf(keys))}>
          {words.copySettings}
        </Button>
      </p>
      <p>{words.uploadWhat}</p>
      <Command>{`aws s3 sync --checksum-algorithm SHA256 my-folder ${target}objects/`}</Command>
      <p>{words.downloadWhat}</p>
      <Command>{`aws s3 sync ${target} my-copy`}</Command>
      <p className="muted">{words.keysHint}</p>
    </>
  );
};

/** Keys with which any S3 tool reaches the workspace of a deposit, and nothing else. */
export const KeysDialog = ({ deposit, onClose }: { readonly deposit: Deposit; readonly onClose: () => void }) => {
  const { depositMenu: words, parts } = useWords();
  const depositId = idOf(deposit.id);
  const query = useQuery({
    queryKey: ['deposits', depositId, 'keys'],
    queryFn: ({ signal }) =>
      dataOf(preservation.GET('/deposits/{depositId}/credentials', { params: { path: { depositId } }, signal })),
    gcTime: 0,
  });
  return (
    <Dialog title={words.keys} isOpen onClose={onClose} action={parts.close} isOnlyRead onAct={onClose}>
      <Loaded query={query} rows={4}>
        {({ keys, advice }) =>
          keys === null ? (
            <Message kind="info">
              <p>
                <strong>{words.noKeys}</strong>
              </p>
              <p>{advice ?? words.noKeysHow}</p>
            </Message>
          ) : (
            <Given keys={keys} />
          )
        }
      </Loaded>
    </Dialog>
  );
};
