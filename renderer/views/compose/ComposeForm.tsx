import { useEffect, useMemo } from 'react';
import { methodForms, methodName } from '../../../shared/domain/methods/actor-methods.ts';
import { ACTOR_TYPES, type ActorType } from '../../../shared/domain/methods/actor-type.ts';
import type { DraftParams, DraftReview, ResolvedAddress } from '../../../shared/ipc/schemas/drafts.ts';
import type { Account } from '../../../shared/ipc/schemas/wallet.ts';
import { Badge } from '../../components/feedback/Badge.tsx';
import { Note } from '../../components/feedback/Note.tsx';
import { TextField } from '../../components/inputs/TextField.tsx';
import { Panel } from '../../components/layout/Panel.tsx';
import { AmountText } from '../../components/values/AmountText.tsx';
import { Traced } from '../../components/values/Traced.tsx';
import { useNetworkVersion } from '../../hooks/use-network-version.ts';
import { useQuery } from '../../hooks/use-query.ts';
import { AddressField } from './AddressField.tsx';
import { AddressForms } from './AddressForms.tsx';
import styles from './compose.module.css';
import type { DraftFields } from './draft.ts';
import { FormContext } from './params/form-context.ts';
import { MethodField } from './params/MethodField.tsx';
import { INVOKE_CONTRACT_TEXT, ParamsEditor } from './params/ParamsEditor.tsx';
import { emptyParams, writeJson } from './params/params-json.ts';
import { TemplatesMenu } from './TemplatesMenu.tsx';
import { useKnownAddresses } from './use-known-addresses.ts';
import { usePresentControl } from './use-present-control.ts';
import { useResolvedAddress } from './use-resolved-address.ts';

interface ComposeFormProps {
  readonly fields: DraftFields;
  readonly errors: Readonly<Record<string, string>>;
  readonly accounts: readonly Account[];
  readonly review: DraftReview | undefined;
  readonly onChange: (change: Partial<DraftFields>) => void;
}

/** Sender, recipient, method, parameters and amount. */
export function ComposeForm({ fields, errors, accounts, review, onChange }: ComposeFormProps) {
  const known = useKnownAddresses();
  const senders = useMemo(() => accounts.map(({ address, label, keyType }) => ({ address, label, note: `${keyType} key` })), [accounts]);
  const sender = accounts.find((account) => account.address === fields.from.trim());
  const senderOnChain = useResolvedAddress(fields.offline === undefined ? fields.from : '') ?? review?.sender;
  const isOffline = fields.offline !== undefined;
  const asked = useResolvedAddress(isOffline ? '' : fields.to);
  const recipient: ResolvedAddress | undefined = asked ?? review?.recipient;
  const actorType = fields.offline?.actorType ?? recipient?.actorType;
  const knownType = ACTOR_TYPES.find((candidate) => candidate === actorType);
  const type = actorType === undefined ? fields.expectedType : knownType;
  const miner = type === 'storageminer' && !isOffline ? (recipient?.idAddress ?? recipient?.address) : undefined;
  const available = useAvailable(miner, fields.method);
  const isControlChange = usePresentControl({ type, miner, fields, onChange });
  const letter = fields.from.trim().startsWith('t') ? 't' : 'f';
  const networkVersion = useNetworkVersion()?.version;
  const isTransfer = fields.method.trim() === '0' || fields.method.trim() === '';

  // Keeps the form of a call while another recipient is typed.
  const isForgotten = !isTransfer && knownType !== undefined && knownType !== fields.expectedType;
  useEffect(() => {
    if (isForgotten) onChange({ expectedType: knownType });
  }, [isForgotten, knownType, onChange]);

  function chooseMethod(method: string): void {
    if (method === fields.method) return;
    onChange({ method, params: emptyDraftParams(type, method, networkVersion) });
  }

  return (
    <FormContext value={{ known, letter, dialect: 'lotus', available, isOffline, networkVersion }}>
      <Panel title="Message" actions={<TemplatesMenu from={fields.from.trim()} letter={letter} onChoose={onChange} />} hasRule>
        <div className={styles.fields}>
          <AddressField
            label="From"
            value={fields.from}
            onChange={(from) => onChange({ from })}
            known={senders}
            error={errors.from}
            suffix={
              senderOnChain?.balance === undefined ? undefined : (
                <Traced of="StateGetActor Balance">
                  <AmountText value={senderOnChain.balance} places={4} />
                </Traced>
              )
            }
            help={senderWords(fields.from.trim(), sender, senderOnChain)}
          />
          <AddressField
            label="To"
            value={fields.to}
            onChange={(to) => onChange({ to })}
            known={known}
            error={errors.to}
            suffix={recipient?.exists === true && recipient.actorType !== undefined ? <Badge>{recipient.actorType}</Badge> : undefined}
            help={recipient === undefined ? undefined : <AddressForms resolved={recipient} typed={fields.to} />}
          />
          <MethodField label="Call" type={type} method={fields.method} onChange={chooseMethod} error={errors.method} />
          <ParamsEditor
            type={type}
            recipient={isOffline ? undefined : recipient?.address}
            method={isTransfer ? '0' : fields.method.trim()}
            params={fields.params}
            onChange={(params) => onChange({ params })}
            error={errors.params}
            contract={{ abi: fields.abi, onAbi: (abi) => onChange({ abi }) }}
          />
          {isControlChange ? (
            <Note tone="warning" title="Control addresses that are left out are removed" isInset>
              The list replaces all control addresses. The current worker and control addresses are filled in once the miner is known. A new
              worker takes effect automatically at the first proving deadline after 900 epochs.
            </Note>
          ) : undefined}
          <TextField
            label={isTransfer ? 'Amount' : hasOwnValue(type, fields.method, networkVersion) ? 'Message value' : 'Value'}
            value={fields.isMaximumValue ? 'All' : fields.value}
            onChange={(value) => onChange({ value, isMaximumValue: false })}
            placeholder="0"
            error={errors.value}
            isReadOnly={fields.isMaximumValue}
            suffix={
              <>
                FIL{' '}
                {isOffline && !fields.isMaximumValue ? undefined : (
                  <button type="button" className={styles.all} onClick={() => onChange({ isMaximumValue: !fields.isMaximumValue })}>
                    {fields.isMaximumValue ? 'Enter an amount' : 'All'}
                  </button>
                )}
              </>
            }
            help={
              isNewMiner(type, fields.method, networkVersion) ? (
                DEPOSIT_HELP
              ) : (
                <ValueHelp fields={fields} review={review} isTransfer={isTransfer} />
              )
            }
          />
        </div>
      </Panel>
    </FormContext>
  );
}

function senderWords(typed: string, account: Account | undefined, onChain: ResolvedAddress | undefined): string {
  if (typed === '') return 'A key on this machine, or any other address';
  const id = onChain?.idAddress === undefined || onChain.idAddress === typed ? '' : `${onChain.idAddress} on chain, `;
  if (account !== undefined) return `${id}${account.keyType}, on this machine`;
  const type = onChain?.actorType;
  if (type === undefined || type === 'account' || type === 'ethaccount' || type === 'placeholder') return `${id}not a key on this machine`;
  return `${id}a ${type} actor, which cannot sign`;
}

function ValueHelp({ fields, review, isTransfer }: Pick<ComposeFormProps, 'fields' | 'review'> & { readonly isTransfer: boolean }) {
  const value = review?.message?.value;
  if (value !== undefined && (isTransfer || value !== '0')) {
    return (
      <>
        <AmountText value={value} unit="attoFIL" />
        {fields.isMaximumValue ? ', balance minus maximum fee' : undefined}
      </>
    );
  }
  if (fields.isMaximumValue) return 'Balance of the sender minus the maximum fee';
  return isTransfer ? 'In FIL, or add nanoFIL or attoFIL' : 'Sent with the call; most calls need none';
}

const DEPOSIT_HELP =
  'Pays the miner creation deposit (FIP-0077), which vests over 180 days: the initial pledge for a tenth of the minimum power, 1 TiB on mainnet. StateMinerCreationDeposit returns the amount.';
/** The network version from which a new miner needs a deposit. */
const FIRST_DEPOSIT_VERSION = 27;

function isNewMiner(type: ActorType | undefined, method: string, networkVersion: number | undefined): boolean {
  if (type !== 'storagepower' || !/^\d{1,20}$/.test(method.trim())) return false;
  return (
    methodName(type, BigInt(method), networkVersion) === 'CreateMiner' && (networkVersion ?? FIRST_DEPOSIT_VERSION) >= FIRST_DEPOSIT_VERSION
  );
}

/** Whether the parameters have their own Value, such as a multisig proposal, apart from the value of the message. */
function hasOwnValue(type: ActorType | undefined, method: string, networkVersion: number | undefined): boolean {
  if (!/^\d{1,20}$/.test(method.trim())) return false;
  return methodForms(type, BigInt(method), networkVersion)[0]?.params.fields.some(({ name }) => name === 'Value') ?? false;
}

function emptyDraftParams(type: ActorType | undefined, method: string, networkVersion: number | undefined): DraftParams {
  if (method === '0') return { kind: 'none' };
  if (type === 'evm' && method === INVOKE_CONTRACT_TEXT) return { kind: 'contract', declaration: '', argumentsJson: '[]' };
  const [form] = methodForms(type, BigInt(method), networkVersion);
  if (form === undefined || form.params.fields.length === 0) return { kind: 'none' };
  return { kind: 'fields', json: writeJson(emptyParams(form.params)) };
}

/** Both method numbers of WithdrawBalance of a miner. */
const WITHDRAWALS: ReadonlySet<string> = new Set(['16', '2280458852']);

/** The available balance of a miner, for "All" next to the amount. */
function useAvailable(miner: string | undefined, method: string): Readonly<Record<string, string>> {
  const isAsked = miner !== undefined && WITHDRAWALS.has(method.trim());
  const { data } = useQuery(`available ${miner ?? ''}`, (client) => client.miners.getMiner({ address: miner ?? '' }), {
    isEnabled: isAsked,
    refreshOn: 'head',
  });
  return useMemo(
    () => (isAsked && data !== undefined && 'value' in data.balance ? { AmountRequested: data.balance.value.available } : {}),
    [isAsked, data],
  );
}
