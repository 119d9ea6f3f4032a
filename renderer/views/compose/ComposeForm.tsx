import { absenceWords, ethText } from '../../../shared/domain/address-words.ts';
import type { DraftReview } from '../../../shared/ipc/schemas/drafts.ts';
import type { Account } from '../../../shared/ipc/schemas/wallet.ts';
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
          help={
            <>
              {sender === undefined ? 'A key of this machine' : `${sender.label}, ${sender.keyType}, on this machine`}
              {review?.sender === undefined ? undefined : (
                <>
                  , with <AmountText value={review.sender.balance} places={4} />
                </>
              )}
            </>
          }
        />
        <TextField
          label="To"
          value={fields.to}
          onChange={(to) => onChange({ to })}
          isMono
          placeholder="Address of the recipient"
          error={errors.to}
          suffix={review?.recipient?.exists === true ? review.recipient.actorType : undefined}
          help={<RecipientHelp review={review} typed={fields.to} />}
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
          suffix={isTransfer ? undefined : review?.methodName}
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
            help="CBOR as hex digits, with or without 0x and spaces"
          />
        )}
      </div>
    </Panel>
  );
}

/** What the typed address is: its 0x form where people know it by that, its name, and whether it is on chain. */
function RecipientHelp({ review, typed }: { readonly review: DraftReview | undefined; readonly typed: string }) {
  const recipient = review?.recipient;
  if (recipient === undefined) return undefined;
  const isTypedAsEth = /^0x/i.test(typed.trim());
  const eth = ethText(recipient.address, { isIdIncluded: isTypedAsEth });
  return (
    <>
      {recipient.name === undefined ? undefined : <>The {recipient.name}. </>}
      {recipient.exists
        ? recipient.idAddress === undefined
          ? 'On chain'
          : `${recipient.idAddress} on chain`
        : absenceWords(recipient.address)}
      {eth === undefined ? undefined : <span className={styles.otherForm}>{isTypedAsEth ? recipient.address : eth}</span>}
    </>
  );
}
