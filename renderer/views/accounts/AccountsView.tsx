import { IconAlertTriangle, IconEye, IconKey, IconLock, IconLockOpen, IconPassword, IconPlus } from '@tabler/icons-react';
import { useCallback } from 'react';
import type { TrustedPurpose } from '../../../shared/ipc/schemas/app.ts';
import type { AppClient } from '../../client/client-context.ts';
import { AddressEditor } from '../../components/AddressEditor.tsx';
import { AddressPane } from '../../components/AddressPane.tsx';
import { Badge } from '../../components/Badge.tsx';
import { Button } from '../../components/Button.tsx';
import { DetailPane, DetailSection } from '../../components/DetailPane.tsx';
import { Note } from '../../components/Note.tsx';
import { PageHead } from '../../components/PageHead.tsx';
import { PanelState } from '../../components/PanelState.tsx';
import { SkeletonRows } from '../../components/Skeleton.tsx';
import { SplitView } from '../../components/SplitView.tsx';
import { TrustedDocumentNote } from '../../components/TrustedDocumentNote.tsx';
import { useCommand } from '../../hooks/use-command.ts';
import { useFilteredSelection } from '../../hooks/use-filtered-selection.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import { isSameAddress } from '../../lib/same-address.ts';
import { AccountList } from './AccountList.tsx';
import { KeyPane } from './KeyPane.tsx';
import { useAccountRows } from './use-account-rows.ts';
import { PURPOSE_WORDS, useKeyPurpose } from './use-key-purpose.ts';

/** The selection that stands for an address that is to be watched. */
const WATCH = 'watch';

const lockWallet = (client: AppClient) => client.wallet.lockWallet({});

/** The keys of this machine, the addresses that are watched, and what they hold. */
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
  // The letter changes with the network; which address it is does not.
  const row = selected === undefined ? undefined : rows?.find(({ address }) => isSameAddress(address, selected));
  const account = row?.kind === 'key' ? row.account : undefined;
  const hasWatched = rows?.some(({ kind }) => kind === 'watched') === true;
  const hasVault = status === 'locked' || status === 'unlocked';

  return (
    <SplitView
      pane={
        selected === undefined ? undefined : selected === WATCH ? (
          <DetailPane title="Watch an address" sub="its key stays where it is" onClose={close}>
            <DetailSection title="Which one">
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
        This screen follows by itself as soon as it is done there.
      </TrustedDocumentNote>
      {lock.error === undefined ? undefined : (
        <Note tone="danger" title="The vault was not locked">
          {lock.error.message}
        </Note>
      )}
      {status === 'corrupt' ? (
        <Note tone="danger" title="The vault cannot be read">
          {wallet?.problem ?? 'The file was changed or damaged. It is left as it is.'}
        </Note>
      ) : undefined}
      {status === 'missing' && hasWatched ? (
        <Note
          tone="info"
          title="No key on this machine yet"
          actions={
            <Button size="small" icon={IconPlus} onClick={() => open({ name: 'create-vault' })}>
              Create a vault
            </Button>
          }
        >
          What is watched can be looked at, and nothing can be signed for it.
        </Note>
      ) : undefined}
      {wallet === undefined || rows === undefined ? (
        <SkeletonRows rows={4} columns={5} />
      ) : status === 'missing' && !hasWatched ? (
        <PanelState
          icon={IconKey}
          title="No key on this machine yet"
          actions={
            <Button kind="primary" icon={IconPlus} onClick={() => open({ name: 'create-vault' })}>
              Create a vault
            </Button>
          }
        >
          A vault keeps keys encrypted with your passphrase. Making it takes a minute, in a separate document that nothing in this app can
          read.
        </PanelState>
      ) : status === 'corrupt' && !hasWatched ? (
        <PanelState icon={IconAlertTriangle} title="Its keys are not shown">
          The copy of the vault before its last change is kept beside it.
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
