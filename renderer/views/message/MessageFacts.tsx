import { Link } from 'wouter';
import type { Message } from '../../../shared/ipc/schemas/chain.ts';
import type { MessageTrace } from '../../../shared/ipc/schemas/message-inside.ts';
import { formatCount, formatInteger } from '../../../shared/text/format.ts';
import { StatusText } from '../../components/feedback/StatusText.tsx';
import { AddressText } from '../../components/values/AddressText.tsx';
import { AmountText } from '../../components/values/AmountText.tsx';
import { CallsContext } from '../../components/values/calls-context.ts';
import { HashText } from '../../components/values/HashText.tsx';
import { KeyValue } from '../../components/values/KeyValue.tsx';
import { TimeText } from '../../components/values/TimeText.tsx';
import { Traced } from '../../components/values/Traced.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { useTopic } from '../../hooks/use-topic.ts';
import styles from './message.module.css';
import { messageOrigins } from './message-origins.ts';

/** Sender, receiver, value and position on chain. */
export function MessageFacts({ message, trace }: { readonly message: Message; readonly trace: MessageTrace | undefined }) {
  const accounts = useTopic('wallet.changed', (wallet) => wallet?.accounts);
  const nameOf = (address: string): string | undefined => accounts?.find((account) => account.address === address)?.label;
  const finality = useTopic('chain.headChanged', (head) => head?.finalized?.by);
  const { inclusion, execution } = message;
  return (
    <CallsContext value={message.calls.message}>
      <section aria-label="Message" className={styles.factsPanel}>
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
                    <span className="t3">{message.stage === 'not-found' ? 'not found' : 'not yet'}</span>
                  ) : (
                    <TipsetLink tipset={inclusion.tipset} note={blocksText(inclusion)} />
                  ),
              },
              {
                label: 'Executed in',
                value:
                  execution === undefined ? (
                    <span className="t3">{message.stage === 'not-found' ? 'not found' : 'not yet'}</span>
                  ) : (
                    <TipsetLink tipset={execution.tipset} note={`exit ${execution.exitCode}${insideWords(trace)}`} />
                  ),
              },
              {
                label: 'Final',
                value:
                  message.stage === 'final' ? (
                    <StatusText tone="success">{finality === 'node' ? 'Yes, reported by the node' : 'Yes, 900 epochs deep'}</StatusText>
                  ) : (
                    <StatusText tone="pending">Not yet</StatusText>
                  ),
              },
              { label: 'Signature', value: <SignatureText signature={message.signature} /> },
              {
                label: 'CID',
                value: (
                  <span className="row g8">
                    {message.isCidVerified ? (
                      <StatusText tone="success">Verified</StatusText>
                    ) : (
                      <StatusText tone="warning">Not verified</StatusText>
                    )}
                    {message.unsignedCid === message.cid ? undefined : (
                      <>
                        <span className="t3">unsigned</span> <HashText cid={message.unsignedCid} hasCopy />
                      </>
                    )}
                  </span>
                ),
              },
            ]}
          />
        </div>
      </section>
    </CallsContext>
  );
}

const SIGNATURE_WORDS = {
  valid: { tone: 'success', words: 'valid' },
  invalid: { tone: 'danger', words: 'invalid' },
  'in-aggregate': { tone: 'neutral', words: 'in the block aggregate' },
  unknown: { tone: 'neutral', words: 'not available from this endpoint' },
} as const;

function SignatureText({ signature: { kind, check } }: Pick<Message, 'signature'>) {
  if (kind === 'none') return <span className="t3">none (implicit message)</span>;
  const { tone, words } = SIGNATURE_WORDS[check];
  return (
    <span className="row">
      {kind === 'bls' ? 'BLS' : kind} <StatusText tone={tone}>{words}</StatusText>
    </span>
  );
}

/** `blockCids` is empty where the node does not list the blocks. */
function blocksText({ tipset, blockCids }: NonNullable<Message['inclusion']>): string {
  return blockCids.length === 0 ? 'blocks unknown' : `in ${blockCids.length} of ${formatCount(tipset.key.length, 'block')}`;
}

function insideWords(trace: MessageTrace | undefined): string {
  const innerCount = trace === undefined ? 0 : trace.calls.length - 1 + trace.omittedCount;
  return trace === undefined || trace.failedInsideCount === 0
    ? ''
    : `, ${formatInteger(trace.failedInsideCount)} of ${formatCount(innerCount, 'sub-call')} failed`;
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
