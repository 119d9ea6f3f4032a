import { IconAlertTriangle, IconKey, IconLock, IconLockOpen, IconPlus } from '@tabler/icons-react';
import { useCallback, useEffect } from 'react';
import type { TrustedPurpose } from '../../../shared/ipc/schemas/app.ts';
import type { AppClient } from '../../client/client-context.ts';
import { Badge } from '../../components/Badge.tsx';
import { Button } from '../../components/Button.tsx';
import { PageHead } from '../../components/PageHead.tsx';
import { PanelState } from '../../components/PanelState.tsx';
import { SkeletonRows } from '../../components/Skeleton.tsx';
import { SplitView } from '../../components/SplitView.tsx';
import { TrustedDocumentNote } from '../../components/TrustedDocumentNote.tsx';
import { useTrustedDocument } from '../../components/use-trusted-document.ts';
import { useCommand } from '../../hooks/use-command.ts';
import { useSelection } from '../../hooks/use-selection.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import { AccountPanel } from './AccountPanel.tsx';
import { ActorPane } from './ActorPane.tsx';
import styles from './accounts.module.css';

const lockWallet = (client: AppClient) => client.wallet.lockWallet({});

/** The keys of this machine and what the chain says of them. */
export function AccountsView() {
  const wallet = useTopic('wallet.changed');
  const hasControl = useTopic('connections.changed', (state) => state?.capabilities.hasControl === true);
  const genesisCid = useTopic('chain.headChanged', (state) => state?.genesisCid);
  const trusted = useTrustedDocument();
  const lock = useCommand(lockWallet);
  const [selectedAddress, select] = useSelection('/accounts');
  const close = useCallback(() => select(undefined), [select]);
  const status = wallet?.status;

  const { state, dismiss } = trusted;
  const isDone = state.status === 'open' && isPurposeReached(state.purpose, status);
  useEffect(() => {
    if (isDone) dismiss();
  }, [isDone, dismiss]);

  return (
    <SplitView
      pane={selectedAddress === undefined ? undefined : <ActorPane key={selectedAddress} address={selectedAddress} onClose={close} />}
    >
      <PageHead
        title="Accounts"
        status={
          status === 'unlocked' ? (
            <Badge tone="success" icon={IconLockOpen}>
              Unlocked
            </Badge>
          ) : status === 'locked' ? (
            <Badge icon={IconLock}>Locked</Badge>
          ) : undefined
        }
        sub="keys on this machine"
        actions={
          status === 'unlocked' ? (
            <Button icon={IconLock} isBusy={lock.isRunning} onClick={() => void lock.run(undefined)}>
              Lock
            </Button>
          ) : status === 'locked' ? (
            <Button icon={IconLockOpen} onClick={() => void trusted.open({ name: 'unlock' })}>
              Unlock
            </Button>
          ) : undefined
        }
      />
      <TrustedDocumentNote
        control={trusted}
        title={status === 'missing' ? 'Making the vault in a separate window' : 'Unlocking in a separate window'}
      >
        This screen follows by itself as soon as it is done there.
      </TrustedDocumentNote>
      {wallet === undefined ? (
        <SkeletonRows rows={4} columns={3} />
      ) : wallet.status === 'missing' ? (
        <PanelState
          icon={IconKey}
          title="No key on this machine yet"
          actions={
            <Button kind="primary" icon={IconPlus} onClick={() => void trusted.open({ name: 'create-vault' })}>
              Create a vault
            </Button>
          }
        >
          A vault keeps keys encrypted with your passphrase. Making it takes a minute, in a separate document that nothing in this app can
          read.
        </PanelState>
      ) : wallet.status === 'corrupt' ? (
        <PanelState icon={IconAlertTriangle} tone="danger" title="The vault cannot be read" isAlert>
          {wallet.problem ?? 'The file was changed or damaged. It is left as it is.'}
        </PanelState>
      ) : (
        <div className={styles.accounts}>
          {wallet.accounts.map((account) => (
            <AccountPanel
              key={account.address}
              account={account}
              hasFaucet={hasControl}
              isBoundHere={genesisCid === undefined ? undefined : account.genesisCids.includes(genesisCid)}
            />
          ))}
        </div>
      )}
    </SplitView>
  );
}

function isPurposeReached(purpose: TrustedPurpose, status: string | undefined): boolean {
  if (purpose.name === 'unlock') return status === 'unlocked';
  return purpose.name === 'create-vault' && status !== 'missing' && status !== undefined;
}
