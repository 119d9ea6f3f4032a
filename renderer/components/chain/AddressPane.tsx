import { IconPencil, IconServer2, IconTrash, IconUserSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { absenceWords } from '../../../shared/domain/addresses/address-words.ts';
import type { ResolvedAddress } from '../../../shared/ipc/schemas/drafts.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import type { AppClient } from '../../client/client-context.ts';
import { useCommand } from '../../hooks/use-command.ts';
import { useQuery } from '../../hooks/use-query.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import { handOverDraft } from '../../stores/draft-handover.ts';
import { Note } from '../feedback/Note.tsx';
import { QueryContent } from '../feedback/QueryContent.tsx';
import { Button } from '../inputs/Button.tsx';
import { CopyButton } from '../inputs/CopyButton.tsx';
import { DetailPane, DetailSection } from '../layout/DetailPane.tsx';
import { AddressText } from '../values/AddressText.tsx';
import { AmountText } from '../values/AmountText.tsx';
import { KeyValue, type KeyValueRow } from '../values/KeyValue.tsx';
import { TimeText } from '../values/TimeText.tsx';
import { Traced } from '../values/Traced.tsx';
import { UntrustedText } from '../values/UntrustedText.tsx';
import { AddressEditor } from './AddressEditor.tsx';
import styles from './address-editor.module.css';

const removeAddress = (client: AppClient, address: string) => client.addresses.removeAddress({ address });

interface AddressPaneProps {
  readonly address: string;
  readonly onClose: () => void;
}

/** Any address of the network: its forms, what the chain holds under it, and what is kept of it here. */
export function AddressPane({ address, onClose }: AddressPaneProps) {
  const [, navigate] = useLocation();
  const entry = useTopic('addresses.changed', (entries) => entries?.find((kept) => kept.address === address));
  const isBookKnown = useTopic('addresses.changed', (entries) => entries !== undefined);
  const query = useQuery(`address ${address}`, (client) => client.addresses.resolveAddress({ text: address }), { refreshOn: 'head' });
  const remove = useCommand(removeAddress);
  const [isRemoving, setIsRemoving] = useState(false);
  const label = entry?.label ?? '';
  const isMiner = query.data?.actorType === 'storageminer';

  function compose(): void {
    handOverDraft({ from: '', to: address, value: '', method: '0', params: { kind: 'none' } });
    navigate('/compose');
  }

  async function removeIt(): Promise<void> {
    if ((await remove.run(address)) !== undefined) onClose();
  }

  return (
    <DetailPane
      title={label === '' ? 'Address' : label}
      sub={<AddressText address={address} isLabelled={false} />}
      onClose={onClose}
      footer={
        isRemoving ? (
          <>
            <span className="grow">Delete its label, note and sending history?</span>
            <Button kind="quiet" onClick={() => setIsRemoving(false)}>
              Cancel
            </Button>
            <Button kind="danger" icon={IconTrash} isBusy={remove.isRunning} onClick={() => void removeIt()}>
              Remove
            </Button>
          </>
        ) : (
          <>
            <Button icon={IconPencil} onClick={compose}>
              Send to this address
            </Button>
            <Button icon={IconUserSearch} onClick={() => navigate(`/actors/${encodeURIComponent(address)}`)}>
              Open actor
            </Button>
            {isMiner ? (
              <Button icon={IconServer2} onClick={() => navigate(`/miners/${encodeURIComponent(address)}`)}>
                Open miner
              </Button>
            ) : undefined}
            {entry === undefined ? undefined : (
              <Button kind="quiet" icon={IconTrash} isIconOnly onClick={() => setIsRemoving(true)}>
                Remove
              </Button>
            )}
          </>
        )
      }
    >
      {remove.error === undefined ? undefined : (
        <Note tone="danger" title="Could not remove the entry">
          {remove.error.message}
        </Note>
      )}
      <QueryContent query={query}>{(resolved) => <OnChain resolved={resolved} />}</QueryContent>
      {query.data?.isOwn === true ? (
        <DetailSection title="Here">
          <p>
            This is one of your keys.{' '}
            <Link href="/accounts" className="link">
              Open accounts
            </Link>
          </p>
        </DetailSection>
      ) : (
        <DetailSection title="In the address book">
          {entry === undefined ? undefined : (
            <div className={styles.facts}>
              <KeyValue
                labelWidthPx={96}
                rows={[
                  { label: 'First seen', value: <TimeText timeMs={entry.firstSeenAtMs} as="full" /> },
                  {
                    label: 'Last sent to',
                    value:
                      entry.lastSentAtMs === undefined ? (
                        <span className="t3">never from this machine</span>
                      ) : (
                        <TimeText timeMs={entry.lastSentAtMs} as="full" />
                      ),
                  },
                ]}
              />
            </div>
          )}
          {isBookKnown ? <AddressEditor key={entry === undefined ? 'new' : 'kept'} address={address} entry={entry} /> : undefined}
        </DetailSection>
      )}
    </DetailPane>
  );
}

function OnChain({ resolved }: { readonly resolved: ResolvedAddress }) {
  const { problem } = resolved;
  return (
    <>
      {problem === undefined ? undefined : (
        <Note tone="warning" title="Could not read the actor">
          <UntrustedText text={problem} maximumLength={600} />
        </Note>
      )}
      <DetailSection title="On the chain" calls={resolved.calls}>
        <KeyValue labelWidthPx={96} rows={[...formRows(resolved), ...stateRows(resolved)]} />
      </DetailSection>
    </>
  );
}

function formRows(resolved: ResolvedAddress): (KeyValueRow | undefined)[] {
  const whole = (label: string, address: string | undefined): KeyValueRow | undefined =>
    address === undefined || address === resolved.address
      ? undefined
      : { label, value: <AddressText address={address} size="whole" isLabelled={false} hasCopy />, isWrapped: true };
  return [
    {
      label: 'Address',
      value: <AddressText address={resolved.address} size="whole" isLabelled={false} hasCopy />,
      isWrapped: true,
    },
    whole('Actor ID', resolved.idAddress),
    whole(resolved.actorType === 'account' ? 'Key address' : 'Robust', resolved.robustAddress),
    whole('Delegated', resolved.delegatedAddress),
    resolved.ethAddress === undefined
      ? undefined
      : {
          label: 'Ethereum',
          value: (
            <span className="row g6">
              <span className="mono">{resolved.ethAddress}</span>
              <CopyButton text={resolved.ethAddress} label="Copy Ethereum address" />
            </span>
          ),
          isWrapped: true,
        },
  ];
}

function stateRows({ address, name, actorType, exists, balance, nonce, problem }: ResolvedAddress): (KeyValueRow | undefined)[] {
  if (problem !== undefined) return [name === undefined ? undefined : { label: 'Kind', value: name }];
  return [
    name === undefined && actorType === undefined
      ? undefined
      : { label: 'Kind', value: <Traced of="StateGetActor Code">{[name, actorType].filter(Boolean).join(', ')}</Traced> },
    { label: 'On chain', value: exists ? 'yes' : absenceWords(address), isWrapped: true },
    balance === undefined
      ? undefined
      : {
          label: 'Balance',
          value: (
            <Traced of="StateGetActor Balance">
              <AmountText value={balance} />
            </Traced>
          ),
          isWrapped: true,
        },
    nonce === undefined ? undefined : { label: 'Next nonce', value: <Traced of="StateGetActor Nonce">{formatInteger(nonce)}</Traced> },
  ];
}
