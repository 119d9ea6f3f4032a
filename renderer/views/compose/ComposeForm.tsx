import type { Account, DraftReview } from '../../../shared/ipc/schemas/wallet.ts';
import { AmountText } from '../../components/AmountText.tsx';
import { Panel } from '../../components/Panel.tsx';
import { TextField } from '../../components/TextField.tsx';
import styles from './compose.module.css';
import type { DraftFields } from './draft.ts';

interface ComposeFormProps {
  readonly fields: DraftFields;
  readonly errors: Readonly<Record<string, string>>;
  readonly accounts: readonly Account[];
  readonly review: DraftReview | undefined;
  readonly onChange: (change: Partial<DraftFields>) => void;
}

/** Who sends what to whom. */
export function ComposeForm({ fields, errors, accounts, review, onChange }: ComposeFormProps) {
  const sender = accounts.find((account) => account.address === fields.from.trim());
  const isTransfer = fields.method.trim() === '' || fields.method.trim() === '0';
  return (
    <Panel title="Who and what">
      <div className={styles.fields}>
        <TextField
          label="From"
          value={fields.from}
          onChange={(from) => onChange({ from })}
          isMono
          error={errors.from}
          suggestions={accounts.map((account) => ({ value: account.address, label: account.label }))}
          suffix={review?.sender === undefined ? undefined : <AmountText value={review.sender.balance} places={4} />}
          help={sender === undefined ? 'A key of this machine' : `${sender.label}, ${sender.keyType}, on this machine`}
        />
        <TextField
          label="To"
          value={fields.to}
          onChange={(to) => onChange({ to })}
          isMono
          placeholder="Address of the recipient"
          error={errors.to}
          suffix={review?.recipient?.exists === true ? review.recipient.actorType : undefined}
          help={recipientHelp(review)}
        />
        <TextField
          label="Amount"
          value={fields.value}
          onChange={(value) => onChange({ value })}
          placeholder="0"
          error={errors.value}
          suffix="FIL"
          help={
            review?.message === undefined ? (
              'FIL, or a number with nanoFIL or attoFIL after it'
            ) : (
              <AmountText value={review.message.value} unit="attoFIL" />
            )
          }
        />
        <TextField
          label="Method"
          value={fields.method}
          onChange={(method) => onChange({ method })}
          error={errors.method}
          help={isTransfer ? 'Send, a plain transfer' : 'The number of the method at the recipient'}
        />
        {isTransfer && fields.paramsHex.trim() === '' && errors.paramsHex === undefined ? undefined : (
          <TextField
            label="Parameters"
            value={fields.paramsHex}
            onChange={(paramsHex) => onChange({ paramsHex })}
            isMono
            placeholder="none"
            error={errors.paramsHex}
            help="CBOR as hex digits"
          />
        )}
      </div>
    </Panel>
  );
}

function recipientHelp(review: DraftReview | undefined): string | undefined {
  const recipient = review?.recipient;
  if (recipient === undefined) return undefined;
  if (!recipient.exists) return 'Not on chain yet: it comes to be with this message';
  return recipient.idAddress === undefined ? 'On chain' : `${recipient.idAddress} on chain`;
}
