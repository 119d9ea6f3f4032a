import { IconAlertTriangle, IconEye, IconKey, IconLock, IconLockOpen, IconPassword, IconPlus } from '@tabler/icons-react';
import { useCallback } from 'react';
import type { TrustedPurpose } from '../../../shared/ipc/schemas/app.ts';
import type { AppClient } from '../../client/client-context.ts';
import { AddressEditor } from '../../components/chain/AddressEditor.tsx';
import { AddressPane } from '../../components/chain/AddressPane.tsx';
import { Badge } from '../../components/feedback/Badge.tsx';
import { Note } from '../../components/feedback/Note.tsx';
import { PanelState } from '../../components/feedback/PanelState.tsx';
import { SkeletonRows } from '../../components/feedback/Skeleton.tsx';
import { TrustedDocumentNote } from '../../components/feedback/TrustedDocumentNote.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { DetailPane, DetailSection } from '../../components/layout/DetailPane.tsx';
import { PageHead } from '../../components/layout/PageHead.tsx';
import { SplitView } from '../../components/layout/SplitView.tsx';
import { useCommand } from '../../hooks/use-command.ts';
import { useFilteredSelection } from '../../hooks/use-filtered-selection.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import { isSameAddress } from '../../lib/same-address.ts';
import { AccountList } from './AccountList.tsx';
import { KeyPane } from './KeyPane.tsx';
import { useAccountRows } from './use-account-rows.ts';
import { PURPOSE_WORDS, useKeyPurpose } from './use-key-purpose.ts';

/** Selection of the form for a new watched address. */
const WATCH = 'watch';

const lockWallet = (client: AppClient) => client.wallet.lockWallet({});

/** Keys of this machine and watched addresses, with their balances. */
export function AccountsView() {
  const wallet = useTopic('wallet.changed');
  const entries = useTopic('addresses.changed');
  const hasControl = useTopic('connections.changed', (state) => state?.capabilities.hasControl === true);
  const genesisCid = useTopic('chain.headChanged', (state) => state?.genesisCid);
  const lock = useCommand(lockWallet);
  const { selected, select, filter, setFilter } = useFilteredSelection('/accounts');
  const close = useCallback(() => select(undefined), [select]);
  const trusted = useKeyPurpose(wallet, select);
  const open = (purpose: TrustedPurpose): void => void trusted.open(purpose);
  const status = wallet?.status;
  const { rows, query } = useAccountRows(wallet?.accounts, entries);
  // The same address has another prefix on another network.
  const row = selected === undefined ? undefined : rows?.find(({ address }) => isSameAddress(address, selected));
  const account = row?.kind === 'key' ? row.account : undefined;
  const hasWatched = rows?.some(({ kind }) => kind === 'watched') === true;
  const hasVault = status === 'locked' || status === 'unlocked';

  return (
    <SplitView
      pane={
        selected === undefined ? undefined : selected === WATCH ? (
          <DetailPane title="Watch an address" onClose={close}>
            <DetailSection title="Address">
              <AddressEditor isWatchedAtFirst onSaved={select} />
            </DetailSection>
          </DetailPane>
        ) : account !== undefined && wallet !== undefined ? (
          <KeyPane
            key={selected}
            account={account}
            phrases={wallet.phrases}
            hasFaucet={hasControl}
            isBoundHere={genesisCid === undefined ? undefined : account.genesisCids.includes(genesisCid)}
            onOpen={open}
            onClose={close}
          />
        ) : (
          <AddressPane key={selected} address={selected} onClose={close} />
        )
      }
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
        actions={
          <>
            <Button icon={IconEye} onClick={() => select(WATCH)}>
              Watch an address
            </Button>
            {hasVault ? (
              <>
                <Button icon={IconPlus} onClick={() => open({ name: 'add-key' })}>
                  Add a key
                </Button>
                <Button icon={IconPassword} isIconOnly onClick={() => open({ name: 'change-passphrase' })}>
                  Change passphrase
                </Button>
              </>
            ) : undefined}
            {status === 'unlocked' ? (
              <Button icon={IconLock} isBusy={lock.isRunning} onClick={() => void lock.run(undefined)}>
                Lock
              </Button>
            ) : status === 'locked' ? (
              <Button icon={IconLockOpen} onClick={() => open({ name: 'unlock' })}>
                Unlock
              </Button>
            ) : undefined}
          </>
        }
      />
      <TrustedDocumentNote
        control={trusted}
        title={trusted.state.status === 'open' ? PURPOSE_WORDS[trusted.state.purpose.name] : 'Opening a separate window'}
        actions={
          <Button size="small" kind="quiet" onClick={trusted.dismiss}>
            Dismiss
          </Button>
        }
      >
        This screen updates when you finish there.
      </TrustedDocumentNote>
      {lock.error === undefined ? undefined : (
        <Note tone="danger" title="Could not lock the vault">
          {lock.error.message}
        </Note>
      )}
      {status === 'corrupt' ? (
        <Note tone="danger" title="Could not read the vault">
          {wallet?.problem ?? 'The file was changed or damaged. Sextant does not modify it.'}
        </Note>
      ) : undefined}
      {status === 'missing' && hasWatched ? (
        <Note
          tone="info"
          title="No keys on this machine"
          actions={
            <Button size="small" icon={IconPlus} onClick={() => open({ name: 'create-vault' })}>
              Create a vault
            </Button>
          }
        >
          Watched addresses cannot sign. Create a vault to add keys.
        </Note>
      ) : undefined}
      {wallet === undefined || rows === undefined ? (
        <SkeletonRows rows={4} columns={5} />
      ) : status === 'missing' && !hasWatched ? (
        <PanelState
          icon={IconKey}
          title="No keys on this machine"
          actions={
            <Button kind="primary" icon={IconPlus} onClick={() => open({ name: 'create-vault' })}>
              Create a vault
            </Button>
          }
        >
          A vault stores keys encrypted with your passphrase. You create it in a separate window that this app cannot read.
        </PanelState>
      ) : status === 'corrupt' && !hasWatched ? (
        <PanelState icon={IconAlertTriangle} title="Keys not available">
          A copy from before the last change is stored next to the vault.
        </PanelState>
      ) : (
        <AccountList
          rows={rows}
          query={query}
          phrases={wallet.phrases}
          genesisCid={genesisCid}
          selected={row?.address}
          onSelect={select}
          filter={filter}
          onFilter={setFilter}
        />
      )}
    </SplitView>
  );
}
