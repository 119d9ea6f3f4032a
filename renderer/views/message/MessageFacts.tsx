import { Link } from 'wouter';
import type { Message } from '../../../shared/ipc/schemas/chain.ts';
import { formatCount, formatInteger } from '../../../shared/text/format.ts';
import { AddressText } from '../../components/AddressText.tsx';
import { AmountText } from '../../components/AmountText.tsx';
import { HashText } from '../../components/HashText.tsx';
import { KeyValue } from '../../components/KeyValue.tsx';
import { Panel, PanelBody } from '../../components/Panel.tsx';
import { StatusText } from '../../components/StatusText.tsx';
import { TimeText } from '../../components/TimeText.tsx';
import { Traced } from '../../components/Traced.tsx';
import { UntrustedText } from '../../components/UntrustedText.tsx';
import { useTopic } from '../../hooks/use-topic.ts';
import styles from './message.module.css';
import { messageOrigins } from './message-origins.ts';

/** From whom to whom, how much, and where on the chain. */
export function MessageFacts({ message }: { readonly message: Message }) {
  const accounts = useTopic('wallet.changed', (wallet) => wallet?.accounts);
  const nameOf = (address: string): string | undefined => accounts?.find((account) => account.address === address)?.label;
  const { inclusion, execution } = message;
  return (
    <Panel title="Message" calls={message.calls.message} hasRule>
      <PanelBody>
        <div className={styles.facts}>
          <KeyValue
            labelWidthPx={88}
            rows={[
              { label: 'From', value: <AddressText address={message.from} name={nameOf(message.from)} hasCopy /> },
              {
                label: 'To',
                value: (
                  <span className="row">
                    <AddressText address={message.to} name={nameOf(message.to)} hasCopy />
                    {message.toActor === undefined ? undefined : (
                      <span className="t3">
                        <UntrustedText text={message.toActor} maximumLength={40} />
                      </span>
                    )}
                  </span>
                ),
              },
              {
                label: 'Value',
                value: (
                  <Traced of={messageOrigins(message, 'Value')}>
                    <AmountText value={message.value} />
                  </Traced>
                ),
              },
              { label: 'Nonce', value: <Traced of={messageOrigins(message, 'Nonce')}>{formatInteger(message.nonce)}</Traced> },
              { label: 'Size', value: formatCount(message.sizeBytes, 'byte') },
            ]}
          />
          <KeyValue
            labelWidthPx={88}
            rows={[
              {
                label: 'Included in',
                value:
                  inclusion === undefined ? (
                    <span className="t3">no block yet</span>
                  ) : (
                    <TipsetLink tipset={inclusion.tipset} note={carriedBy(inclusion.blockCids.length)} />
                  ),
              },
              {
                label: 'Executed in',
                value:
                  execution === undefined ? (
                    <span className="t3">not yet</span>
                  ) : (
                    <TipsetLink tipset={execution.tipset} note={`exit ${execution.exitCode}`} />
                  ),
              },
              {
                label: 'Final',
                value:
                  message.stage === 'final' ? <StatusText tone="success">Yes</StatusText> : <StatusText tone="pending">Not yet</StatusText>,
              },
              { label: 'Unsigned', value: <HashText cid={message.unsignedCid} size="detail" hasCopy /> },
              {
                label: 'CID',
                value: message.isCidVerified ? (
                  <StatusText tone="success">Verified here</StatusText>
                ) : (
                  <StatusText tone="warning">Not verified</StatusText>
                ),
              },
            ]}
          />
        </div>
      </PanelBody>
    </Panel>
  );
}

/** Nodes that do not tell which blocks carry a message leave the count empty. */
function carriedBy(blockCount: number): string {
  return blockCount === 0 ? 'blocks not known' : `in ${formatCount(blockCount, 'block')}`;
}

interface TipsetLinkProps {
  readonly tipset: { readonly height: number; readonly key: readonly string[]; readonly timeMs: number };
  readonly note: string;
}

function TipsetLink({ tipset, note }: TipsetLinkProps) {
  return (
    <>
      <Link href={`/tipsets/${encodeURIComponent(tipset.key.join(','))}`} className={styles.link}>
        {formatInteger(tipset.height)}
      </Link>{' '}
      <span className="t3">
        <TimeText timeMs={tipset.timeMs} as="moment" />, {note}
      </span>
    </>
  );
}
