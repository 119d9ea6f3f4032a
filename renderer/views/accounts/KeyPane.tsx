import {
  IconCoins,
  IconFileExport,
  IconListNumbers,
  IconPencil,
  IconQrcode,
  IconShieldCheck,
  IconTag,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { TrustedPurpose } from '../../../shared/ipc/schemas/app.ts';
import type { Account, Phrase } from '../../../shared/ipc/schemas/wallet.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { groupAddress } from '../../../shared/text/group-address.ts';
import { sanitiseToText } from '../../../shared/text/sanitise.ts';
import type { AppClient } from '../../client/client-context.ts';
import { Note } from '../../components/feedback/Note.tsx';
import { QueryContent } from '../../components/feedback/QueryContent.tsx';
import { StaleBadge } from '../../components/feedback/StaleBadge.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { CopyButton } from '../../components/inputs/CopyButton.tsx';
import { DetailPane, DetailSection } from '../../components/layout/DetailPane.tsx';
import { AddressText } from '../../components/values/AddressText.tsx';
import { AmountText } from '../../components/values/AmountText.tsx';
import { HashText } from '../../components/values/HashText.tsx';
import { KeyValue } from '../../components/values/KeyValue.tsx';
import { QrCode } from '../../components/values/QrCode.tsx';
import { TimeText } from '../../components/values/TimeText.tsx';
import { Traced } from '../../components/values/Traced.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { useCommand } from '../../hooks/use-command.ts';
import { useQuery } from '../../hooks/use-query.ts';
import { handOverDraft } from '../../stores/draft-handover.ts';
import { originWords } from './account-rows.ts';
import styles from './accounts.module.css';

const requestFunds = (client: AppClient, address: string) => client.wallet.requestFunds({ address });

interface KeyPaneProps {
  readonly account: Account;
  readonly phrases: readonly Phrase[];
  /** Whether the connection has a faucet for practice funds. */
  readonly hasFaucet: boolean;
  /** Whether this key is bound to the connected network. */
  readonly isBoundHere: boolean | undefined;
  readonly onOpen: (purpose: TrustedPurpose) => void;
  readonly onClose: () => void;
}

/** One key: full address, on-chain state, origin and actions. */
export function KeyPane({ account, phrases, hasFaucet, isBoundHere, onOpen, onClose }: KeyPaneProps) {
  const [, navigate] = useLocation();
  const { address, origin } = account;
  const query = useQuery(`account ${address}`, (client) => client.wallet.getAccount({ address }), { refreshOn: 'head' });
  const faucet = useCommand(requestFunds);
  const [sent, setSent] = useState<{ readonly cid: string; readonly value: string } | undefined>(undefined);

  function compose(): void {
    handOverDraft({ from: address, to: '', value: '', method: '0', params: { kind: 'none' } });
    navigate('/compose');
  }

  async function getFunds(): Promise<void> {
    const answer = await faucet.run(address);
    if (answer !== undefined) setSent(answer);
  }

  return (
    <DetailPane
      title={sanitiseToText(account.label, 60)}
      sub={<AddressText address={address} isLabelled={false} />}
      onClose={onClose}
      footer={
        <>
          <Button icon={IconPencil} onClick={compose}>
            Compose
          </Button>
          {hasFaucet ? (
            <Button icon={IconCoins} isBusy={faucet.isRunning} onClick={() => void getFunds()} hint="Practice funds have no value">
              Get practice funds
            </Button>
          ) : undefined}
        </>
      }
    >
      {account.isBackedUp ? undefined : <BackUpNote account={account} onOpen={onOpen} />}
      {faucet.error === undefined ? undefined : (
        <Note tone="danger" title="Could not get practice funds">
          <UntrustedText text={faucet.error.message} />
        </Note>
      )}
      {sent === undefined || faucet.error !== undefined ? undefined : (
        <Note tone="success" title={<>Practice funds sent: {<AmountText value={sent.value} />}</>}>
          <Link href={`/messages/${sent.cid}`} className="link">
            Open message
          </Link>{' '}
          <HashText cid={sent.cid} />
        </Note>
      )}
      <DetailSection title="Address">
        <div className={styles.address} data-testid="account-address" data-address={address}>
          <Groups address={address} />
          <CopyButton text={address} label="Copy address" />
        </div>
        <ReceiveCode text={address} label="Address QR code" />
        {account.ethAddress === undefined ? undefined : (
          <>
            <div className={styles.forms}>
              <span className="mono">{account.ethAddress}</span>
              <CopyButton text={account.ethAddress} label="Copy Ethereum address" />
            </div>
            <ReceiveCode text={account.ethAddress} label="Ethereum QR code" />
          </>
        )}
      </DetailSection>
      <QueryContent query={query}>
        {(onChain) => (
          <DetailSection title="On chain" calls={onChain.calls}>
            <KeyValue
              labelWidthPx={96}
              rows={[
                {
                  label: 'Balance',
                  value: (
                    <span className="row g6" data-testid="account-balance">
                      <Traced of="StateGetActor Balance">
                        <AmountText value={onChain.balance} />
                      </Traced>
                      <StaleBadge query={query} />
                    </span>
                  ),
                },
                { label: 'Next nonce', value: <Traced of="StateGetActor Nonce">{formatInteger(onChain.nonce)}</Traced> },
                {
                  label: 'ID address',
                  value:
                    onChain.idAddress === undefined ? (
                      <span className="t3">none until it receives funds</span>
                    ) : (
                      <AddressText address={onChain.idAddress} isLabelled={false} hasCopy />
                    ),
                  isWrapped: true,
                },
              ]}
            />
          </DetailSection>
        )}
      </QueryContent>
      <DetailSection title="Key">
        <KeyValue
          labelWidthPx={96}
          rows={[
            {
              label: 'Type',
              value: account.keyType === 'bls' ? 'BLS (f3)' : account.keyType === 'delegated' ? 'delegated (f4, 0x)' : 'secp256k1 (f1)',
            },
            { label: 'Origin', value: originWords(origin, phrases), isWrapped: true },
            {
              label: 'Backed up',
              value: !account.isBackedUp ? (
                'no'
              ) : origin.kind === 'phrase' ? (
                <span className="row g8">
                  yes
                  <Button size="small" icon={IconListNumbers} onClick={() => onOpen({ name: 'back-up', phraseId: origin.phraseId })}>
                    Show phrase
                  </Button>
                </span>
              ) : (
                'yes'
              ),
            },
            { label: 'Added', value: <TimeText timeMs={account.createdAtMs} as="full" /> },
            {
              label: 'Network',
              value:
                isBoundHere === undefined
                  ? 'unknown until a node answers'
                  : isBoundHere
                    ? 'allowed on the connected network'
                    : 'not used here; the first approval asks',
              isWrapped: true,
            },
          ]}
        />
        <div className={styles.actions}>
          <Button size="small" icon={IconTag} onClick={() => onOpen({ name: 'rename-key', address })}>
            Rename
          </Button>
          <Button size="small" icon={IconFileExport} onClick={() => onOpen({ name: 'export-key', address })}>
            Export
          </Button>
          <Button size="small" icon={IconTrash} onClick={() => onOpen({ name: 'delete-key', address })}>
            Delete
          </Button>
        </div>
      </DetailSection>
    </DetailPane>
  );
}

/** QR code of an address, for wallets on a phone. */
function ReceiveCode({ text, label }: { readonly text: string; readonly label: string }) {
  const [isShown, setIsShown] = useState(false);
  return (
    <div className={styles.code}>
      <Button size="small" icon={IconQrcode} isExpanded={isShown} onClick={() => setIsShown(!isShown)}>
        {isShown ? 'Hide QR code' : label}
      </Button>
      {isShown ? <QrCode text={text} label={label} /> : undefined}
    </div>
  );
}

function BackUpNote({ account: { origin, address }, onOpen }: Pick<KeyPaneProps, 'account' | 'onOpen'>) {
  const isOfPhrase = origin.kind === 'phrase';
  const purpose: TrustedPurpose = isOfPhrase ? { name: 'back-up', phraseId: origin.phraseId } : { name: 'export-key', address };
  return (
    <Note
      tone="warning"
      title="Not backed up"
      actions={
        <Button size="small" icon={IconShieldCheck} onClick={() => onOpen(purpose)}>
          {isOfPhrase ? 'Back up' : 'Export key'}
        </Button>
      }
    >
      {isOfPhrase
        ? 'If you lose this machine, you lose the key. Write down its recovery phrase, then re-enter some of the words.'
        : origin.kind === 'imported'
          ? 'No recovery phrase of this vault restores this key. Keep its source or an export.'
          : 'If you lose this machine, you lose the key: no recovery phrase restores it. Keep an export.'}
    </Note>
  );
}

/** The gaps are margins, so copied text has no spaces. */
function Groups({ address }: { readonly address: string }) {
  const { kind, groups } = groupAddress(address);
  let offset = 0;
  return [kind, ...groups].map((group) => {
    offset += group.length;
    return <span key={offset}>{group}</span>;
  });
}
