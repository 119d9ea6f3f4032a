import { IconServer2 } from '@tabler/icons-react';
import { useLocation } from 'wouter';
import { absenceWords } from '../../../shared/domain/address-words.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { AddressText } from '../../components/AddressText.tsx';
import { AmountText } from '../../components/AmountText.tsx';
import { Button } from '../../components/Button.tsx';
import { DetailPane, DetailSection } from '../../components/DetailPane.tsx';
import { EpochText } from '../../components/EpochText.tsx';
import { KeyValue } from '../../components/KeyValue.tsx';
import { QueryContent } from '../../components/QueryContent.tsx';
import { Traced } from '../../components/Traced.tsx';
import { useQuery } from '../../hooks/use-query.ts';

interface ActorPaneProps {
  readonly address: string;
  readonly onClose: () => void;
}

/** Any address of the network: what the chain holds under it. */
export function ActorPane({ address, onClose }: ActorPaneProps) {
  const [, navigate] = useLocation();
  const query = useQuery(`account ${address}`, (client) => client.wallet.getAccount({ address }), { refreshOn: 'head' });
  const actorType = query.data?.actorType;
  return (
    <DetailPane
      title="Address"
      sub={<AddressText address={address} />}
      onClose={onClose}
      footer={
        actorType === 'storageminer' ? (
          <Button icon={IconServer2} onClick={() => navigate(`/miners/${encodeURIComponent(address)}`)}>
            Open as a miner
          </Button>
        ) : undefined
      }
    >
      <QueryContent query={query}>
        {(account) => (
          <DetailSection title="On the chain" calls={account.calls}>
            <KeyValue
              labelWidthPx={96}
              rows={[
                { label: 'Address', value: <AddressText address={account.address} size="whole" hasCopy />, isWrapped: true },
                {
                  label: 'Actor id',
                  value:
                    account.idAddress === undefined ? (
                      <span className="t3">none</span>
                    ) : (
                      <AddressText address={account.idAddress} hasCopy />
                    ),
                },
                {
                  label: 'Kind',
                  value:
                    account.actorType === undefined ? (
                      <span className="t3">not known</span>
                    ) : (
                      <Traced of="StateGetActor Code">{account.actorType}</Traced>
                    ),
                },
                { label: 'On chain', value: account.exists ? 'yes' : absenceWords(account.address), isWrapped: true },
                {
                  label: 'Balance',
                  value: (
                    <Traced of="StateGetActor Balance">
                      <AmountText value={account.balance} />
                    </Traced>
                  ),
                },
                { label: 'Next nonce', value: <Traced of="StateGetActor Nonce">{formatInteger(account.nonce)}</Traced> },
                { label: 'As of', value: <EpochText height={account.pinned.height} timeMs={account.pinned.timeMs} beside="clock" /> },
              ]}
            />
          </DetailSection>
        )}
      </QueryContent>
    </DetailPane>
  );
}
