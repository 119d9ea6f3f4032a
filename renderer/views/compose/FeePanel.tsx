import { type ReactNode, useMemo } from 'react';
import type { DraftReview } from '../../../shared/ipc/schemas/drafts.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { SegmentedControl } from '../../components/inputs/SegmentedControl.tsx';
import { TextField } from '../../components/inputs/TextField.tsx';
import { Panel } from '../../components/layout/Panel.tsx';
import { AmountText } from '../../components/values/AmountText.tsx';
import { Traced } from '../../components/values/Traced.tsx';
import { useNow } from '../../hooks/use-now.ts';
import { useQuery } from '../../hooks/use-query.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import styles from './compose.module.css';
import type { DraftFields, FeeChoice } from './draft.ts';
import { FeeBand } from './FeeBand.tsx';
import { fieldsOfChoice, nanoFil } from './fee-choice.ts';
import { NonceStrip } from './NonceStrip.tsx';
import { ReplacementFacts } from './ReplacementFacts.tsx';

/** Estimated by the node, unless entered by hand. */
const FEE_ORIGINS = ['GasEstimateMessageGas GasFeeCap', 'GasEstimateMessageGas GasLimit'];
const CHOICES: readonly { readonly value: FeeChoice; readonly label: string }[] = [
  { value: 'slow', label: 'Slow' },
  { value: 'next', label: 'Next blocks' },
  { value: 'own', label: 'Own' },
];
const NO_HISTORY: readonly string[] = [];

interface FeePanelProps {
  readonly fields: DraftFields;
  readonly errors: Readonly<Record<string, string>>;
  /** Review of the current form. */
  readonly review: DraftReview | undefined;
  readonly onChange: (change: Partial<DraftFields>) => void;
  readonly onReplace: (journalId: string) => void;
  readonly onFill: (nonce: string) => void;
}

/** Maximum fee, estimated fee and nonce. Empty fields use the estimate. */
export function FeePanel({ fields, errors, review, onChange, onReplace, onFill }: FeePanelProps) {
  const nowMs = useNow();
  const message = review?.message;
  const isOffline = fields.offline !== undefined;
  const headBaseFee = useTopic('chain.headChanged', (head) => head?.head?.baseFee);
  const fees = useQuery('fee history', (client) => client.messages.getFeeHistory({}), { refreshOn: 'head', isEnabled: !isOffline });
  const history = useMemo(() => fees.data?.tipsets.map(({ baseFee }) => baseFee) ?? NO_HISTORY, [fees.data]);
  const baseFee = message?.baseFee ?? headBaseFee;

  function choose(choice: FeeChoice): void {
    onChange(fieldsOfChoice(choice, { baseFee, feeCap: message?.gasFeeCap, premium: message?.gasPremium }));
  }

  return (
    <Panel
      title="Fee and nonce"
      sub="nanoFIL per unit of gas"
      calls={fees.data?.calls}
      actions={isOffline ? undefined : <SegmentedControl label="Speed" options={CHOICES} value={fields.feeChoice} onChange={choose} />}
    >
      {message?.baseFee === undefined ? undefined : (
        <FeeBand baseFee={message.baseFee} feeCap={message.gasFeeCap} history={history} nanoText={nanoText} />
      )}
      <div className={styles.fees}>
        <TextField
          label="Fee cap"
          layout="above"
          value={fields.gasFeeCap}
          onChange={(gasFeeCap) => onChange({ gasFeeCap, feeChoice: 'own' })}
          placeholder={message === undefined ? (isOffline ? '' : 'estimated') : nanoText(message.gasFeeCap)}
          error={errors.gasFeeCap}
        />
        <TextField
          label="Premium"
          layout="above"
          value={fields.gasPremium}
          onChange={(gasPremium) => onChange({ gasPremium, feeChoice: 'own' })}
          placeholder={message === undefined ? (isOffline ? '' : 'estimated') : nanoText(message.gasPremium)}
          error={errors.gasPremium}
        />
        <TextField
          label="Gas limit"
          layout="above"
          value={fields.gasLimit}
          onChange={(gasLimit) => onChange({ gasLimit })}
          placeholder={message === undefined ? (isOffline ? '' : 'estimated') : formatInteger(message.gasLimit)}
          error={errors.gasLimit}
        />
        <TextField
          label="Nonce"
          layout="above"
          value={fields.nonce}
          onChange={(nonce) => onChange({ nonce })}
          placeholder={review?.nonces === undefined ? (isOffline ? '' : 'next nonce') : formatInteger(review.nonces.next)}
          error={errors.nonce}
        />
      </div>
      <dl className={styles.costs}>
        <dt>Estimated fee</dt>
        <Cost note="at the current base fee">
          {message?.likelyFee === undefined ? undefined : (
            <Traced of={FEE_ORIGINS}>
              <AmountText value={message.likelyFee} />
            </Traced>
          )}
        </Cost>
        <dt>Maximum fee</dt>
        <Cost note="fee cap × gas limit">
          {message === undefined ? undefined : (
            <Traced of={FEE_ORIGINS}>
              <AmountText value={message.maximumFee} />
            </Traced>
          )}
        </Cost>
        <dt>Nonce</dt>
        <Cost note={nonceWords(review)}>
          {message === undefined ? undefined : <Traced of="MpoolGetNonce">{formatInteger(message.nonce)}</Traced>}
        </Cost>
      </dl>
      {review?.replacement === undefined ? undefined : <ReplacementFacts replacement={review.replacement} />}
      {review?.nonces === undefined ? undefined : <NonceStrip nonces={review.nonces} nowMs={nowMs} onReplace={onReplace} onFill={onFill} />}
    </Panel>
  );
}

function Cost({ children, note }: { readonly children: ReactNode; readonly note: string }) {
  return (
    <dd>
      {children === undefined ? <em>unknown</em> : children}
      {children === undefined ? undefined : <small>{note}</small>}
    </dd>
  );
}

/** The next nonce according to chain, mempool and this machine. */
function nonceWords(review: DraftReview | undefined): string {
  const { nonces } = review ?? {};
  if (nonces === undefined) return 'of this sender';
  const said = [
    nonces.chain === undefined ? '' : `chain ${formatInteger(nonces.chain)}`,
    nonces.pool === undefined ? '' : `mempool ${formatInteger(nonces.pool)}`,
    nonces.ledger === undefined ? '' : `signed here up to ${formatInteger((BigInt(nonces.ledger) - 1n).toString())}`,
  ].filter((part) => part !== '');
  return said.length === 0 ? 'of this sender' : said.join(', ');
}

/** attoFIL as nanoFIL without the unit. */
function nanoText(attoFil: string): string {
  return nanoFil(BigInt(attoFil));
}
