import type { SignedReading } from '../../../shared/ipc/schemas/signatures.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { CopyButton } from '../../components/inputs/CopyButton.tsx';
import { Panel, PanelBody } from '../../components/layout/Panel.tsx';
import { AddressText } from '../../components/values/AddressText.tsx';
import { AmountText } from '../../components/values/AmountText.tsx';
import { DecodedTree } from '../../components/values/DecodedTree.tsx';
import { FeeText } from '../../components/values/FeeText.tsx';
import { HashText } from '../../components/values/HashText.tsx';
import { KeyValue } from '../../components/values/KeyValue.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import styles from './signatures.module.css';

/** Fields of a signed message, decoded from its bytes. */
export function ReadingFacts({ reading }: { readonly reading: SignedReading }) {
  const isTransfer = reading.method === '0';
  return (
    <>
      <Panel title="Message" hasRule>
        <PanelBody>
          <KeyValue
            labelWidthPx={110}
            rows={[
              { label: 'From', value: <AddressText address={reading.from} size="whole" hasCopy />, isWrapped: true },
              {
                label: 'To',
                value: (
                  <>
                    <AddressText address={reading.to} size="whole" hasCopy />
                    {reading.toActorType === undefined ? undefined : <span className="t3"> {reading.toActorType}</span>}
                  </>
                ),
                isWrapped: true,
              },
              { label: 'Amount', value: <AmountText value={reading.value} /> },
              {
                label: 'Method',
                value: (
                  <>
                    {reading.methodName ?? 'unknown'} <span className="t3">{formatInteger(reading.method)}</span>
                  </>
                ),
              },
              { label: 'Nonce', value: formatInteger(reading.nonce) },
              { label: 'Maximum fee', value: <FeeText value={reading.maximumFee} /> },
              { label: 'Gas limit', value: formatInteger(reading.gasLimit) },
              { label: 'Fee cap', value: <FeeText value={reading.gasFeeCap} /> },
              { label: 'Premium', value: <FeeText value={reading.gasPremium} beside={reading.gasFeeCap} /> },
            ]}
          />
        </PanelBody>
      </Panel>
      {reading.paramsHex === '' ? undefined : (
        <Panel title="Parameters" hasRule>
          <PanelBody>
            <DecodedTree
              view={reading.params}
              label="Parameters"
              isMethodKnown={reading.methodName !== undefined}
              isTransfer={isTransfer}
            />
          </PanelBody>
        </Panel>
      )}
      <Panel title="Signature" hasRule>
        <PanelBody>
          <KeyValue
            labelWidthPx={110}
            rows={[
              { label: 'Type', value: reading.signatureType },
              { label: 'Signed CID', value: <HashText cid={reading.signedCid} size="whole" hasCopy />, isWrapped: true },
              reading.unsignedCid === reading.signedCid
                ? undefined
                : { label: 'Unsigned CID', value: <HashText cid={reading.unsignedCid} size="whole" hasCopy />, isWrapped: true },
              reading.ethHash === undefined
                ? undefined
                : {
                    label: 'Ethereum hash',
                    value: (
                      <>
                        <span className={styles.hex}>
                          <UntrustedText text={reading.ethHash} maximumLength={66} />
                        </span>{' '}
                        <CopyButton text={reading.ethHash} label="Copy the Ethereum hash" />
                      </>
                    ),
                    isWrapped: true,
                  },
              {
                label: 'Bytes',
                value: (
                  <>
                    <span className={styles.hex}>{reading.signatureHex}</span>{' '}
                    <CopyButton text={reading.signatureHex} label="Copy the signature" />
                  </>
                ),
                isWrapped: true,
              },
              {
                label: 'Copy as',
                value: (
                  <span className="row g6">
                    <CopyButton text={reading.json} label="JSON" hasLabel />
                    <CopyButton text={reading.hex} label="Hex" hasLabel />
                  </span>
                ),
              },
            ]}
          />
        </PanelBody>
      </Panel>
    </>
  );
}
