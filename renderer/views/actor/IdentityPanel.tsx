import { absenceWords } from '../../../shared/domain/addresses/address-words.ts';
import type { Actor } from '../../../shared/ipc/schemas/actors.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { sanitiseToText } from '../../../shared/text/sanitise.ts';
import { CopyButton } from '../../components/inputs/CopyButton.tsx';
import { Panel, PanelBody } from '../../components/layout/Panel.tsx';
import { AddressText } from '../../components/values/AddressText.tsx';
import { AmountText } from '../../components/values/AmountText.tsx';
import { HashText } from '../../components/values/HashText.tsx';
import { KeyValue, type KeyValueRow } from '../../components/values/KeyValue.tsx';
import { Traced } from '../../components/values/Traced.tsx';
import styles from './actor.module.css';
import { meaningOf, typeName } from './actor-words.ts';

/** All addresses of an actor, and its entry in the state tree. */
export function IdentityPanel({ actor }: { readonly actor: Actor }) {
  return (
    <Panel title="Identity" sub={meaningOf(actor.identity)} calls={actor.identity.calls} hasRule>
      <PanelBody>
        <div className={styles.facts}>
          <KeyValue labelWidthPx={112} rows={formRows(actor)} />
          <KeyValue labelWidthPx={112} rows={factRows(actor)} />
        </div>
      </PanelBody>
    </Panel>
  );
}

function formRows({ identity }: Actor): (KeyValueRow | undefined)[] {
  const { address, idAddress, robustAddress, delegatedAddress, ethAddress, actorType } = identity;
  const shown = new Set<string>();
  const form = (label: string, text: string | undefined): KeyValueRow | undefined => {
    if (text === undefined || shown.has(text)) return undefined;
    shown.add(text);
    return { label, value: <AddressText address={text} size="whole" isLabelled={false} hasCopy />, isWrapped: true };
  };
  return [
    form('ID address', idAddress),
    form(actorType === 'account' ? 'Key address' : 'Robust address', robustAddress),
    form('Delegated', delegatedAddress),
    form('Address', address),
    ethAddress === undefined
      ? undefined
      : {
          label: 'Ethereum',
          value: (
            <span className="row g6">
              <span className="mono">{ethAddress}</span>
              <CopyButton text={ethAddress} label="Copy Ethereum address" />
            </span>
          ),
          isWrapped: true,
        },
  ];
}

function factRows({ identity, entry }: Actor): (KeyValueRow | undefined)[] {
  const { address, exists, actorType, balance, nonce, problem } = identity;
  if (!exists) {
    return [{ label: 'On chain', value: problem === undefined ? absenceWords(address) : 'unknown', isWrapped: true }];
  }
  const isOfNode = entry?.source !== 'blocks';
  const of = (field: string): readonly string[] => (isOfNode ? [`StateGetActor ${field}`] : ['ChainReadObj']);
  return [
    {
      label: 'Type',
      value: (
        <Traced of={of('Code')}>
          {typeName(actorType)}
          {entry?.actorName === undefined ? undefined : <span className="t3">, manifest name “{sanitiseToText(entry.actorName, 40)}”</span>}
          {entry?.actorsVersion === undefined ? undefined : <span className="t3">, actors version {entry.actorsVersion}</span>}
        </Traced>
      ),
    },
    balance === undefined
      ? undefined
      : {
          label: 'Balance',
          value: (
            <Traced of={of('Balance')}>
              <AmountText value={balance} />
            </Traced>
          ),
          isWrapped: true,
        },
    nonce === undefined ? undefined : { label: 'Next nonce', value: <Traced of={of('Nonce')}>{formatInteger(nonce)}</Traced> },
    entry === undefined ? undefined : { label: 'Code', value: <HashText cid={entry.code} size="detail" hasCopy /> },
    entry === undefined ? undefined : { label: 'State', value: <HashText cid={entry.head} size="detail" hasCopy /> },
    entry === undefined ? undefined : { label: 'Source', value: isOfNode ? 'node' : 'state blocks, verified by CID', isWrapped: true },
  ];
}
