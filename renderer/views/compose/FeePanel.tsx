import type { ReactNode } from 'react';
import type { DraftReview } from '../../../shared/ipc/schemas/drafts.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { AmountText } from '../../components/AmountText.tsx';
import { Panel } from '../../components/Panel.tsx';
import { TextField } from '../../components/TextField.tsx';
import { Traced } from '../../components/Traced.tsx';
import { amountParts } from '../../lib/amount-parts.ts';
import styles from './compose.module.css';
import type { DraftFields } from './draft.ts';
import { FeeBand } from './FeeBand.tsx';

/** Estimated, unless typed by hand; then nothing was asked. */
const FEE_ORIGINS = ['GasEstimateMessageGas GasFeeCap', 'GasEstimateMessageGas GasLimit'];

interface FeePanelProps {
  readonly fields: DraftFields;
  readonly errors: Readonly<Record<string, string>>;
  readonly message: DraftReview['message'];
  readonly onChange: (change: Partial<DraftFields>) => void;
}

/** What it may cost, what it is likely to cost, and in what order it goes. Fields left empty follow the estimate. */
export function FeePanel({ fields, errors, message, onChange }: FeePanelProps) {
  return (
    <Panel title="Fee and order" sub="nanoFIL for each unit of gas">
      {message === undefined ? undefined : <FeeBand baseFee={message.baseFee} feeCap={message.gasFeeCap} nanoText={nanoText} />}
      <div className={styles.fees}>
        <TextField
          label="Fee cap"
          layout="above"
          value={fields.gasFeeCap}
          onChange={(gasFeeCap) => onChange({ gasFeeCap })}
          placeholder={message === undefined ? 'estimated' : nanoText(message.gasFeeCap)}
          error={errors.gasFeeCap}
        />
        <TextField
          label="Premium"
          layout="above"
          value={fields.gasPremium}
          onChange={(gasPremium) => onChange({ gasPremium })}
          placeholder={message === undefined ? 'estimated' : nanoText(message.gasPremium)}
          error={errors.gasPremium}
        />
        <TextField
          label="Gas limit"
          layout="above"
          value={fields.gasLimit}
          onChange={(gasLimit) => onChange({ gasLimit })}
          placeholder={message === undefined ? 'estimated' : formatInteger(message.gasLimit)}
          error={errors.gasLimit}
        />
      </div>
      <dl className={styles.costs}>
        <dt>Likely cost</dt>
        <Cost note="at the base fee of now">
          {message === undefined ? undefined : (
            <Traced of={FEE_ORIGINS}>
              <AmountText value={message.likelyFee} />
            </Traced>
          )}
        </Cost>
        <dt>At most</dt>
        <Cost note="cap × limit, nothing can exceed it">
          {message === undefined ? undefined : (
            <Traced of={FEE_ORIGINS}>
              <AmountText value={message.maximumFee} />
            </Traced>
          )}
        </Cost>
        <dt>Nonce</dt>
        <Cost note="of this sender">
          {message === undefined ? undefined : <Traced of="MpoolGetNonce">{formatInteger(message.nonce)}</Traced>}
        </Cost>
      </dl>
    </Panel>
  );
}

function Cost({ children, note }: { readonly children: ReactNode; readonly note: string }) {
  return (
    <dd>
      {children === undefined ? <em>not known yet</em> : children}
      {children === undefined ? undefined : <small>{note}</small>}
    </dd>
  );
}

/** attoFIL as nanoFIL without the unit. */
function nanoText(attoFil: string): string {
  const parts = amountParts(BigInt(attoFil), { unit: 'nanoFIL' });
  return `${parts.sign}${parts.digits}`;
}
