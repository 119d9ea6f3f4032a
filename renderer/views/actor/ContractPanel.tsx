import type { Actor, ContractCode } from '../../../shared/ipc/schemas/actors.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { callsOf, partOf } from '../../components/feedback/QueryContent.tsx';
import { CopyButton } from '../../components/inputs/CopyButton.tsx';
import { Panel, PanelBody } from '../../components/layout/Panel.tsx';
import { HashText } from '../../components/values/HashText.tsx';
import { KeyValue } from '../../components/values/KeyValue.tsx';

/** The code of a contract. */
export function ContractPanel({ state }: { readonly state: Actor['state'] }) {
  const contract = partOf(state)?.contract;
  if (contract === undefined) return undefined;
  return (
    <Panel title="Code" calls={callsOf(state)} hasRule>
      <PanelBody>
        <KeyValue
          labelWidthPx={112}
          rows={[
            { label: 'Bytecode', value: <HashText cid={contract.bytecode} size="detail" hasCopy /> },
            { label: 'Size', value: sizeWords(contract) },
            {
              label: 'keccak-256',
              value: (
                <span className="row g6">
                  <span className="mono">{contract.hashHex}</span>
                  <CopyButton text={contract.hashHex} label="Copy hash" />
                </span>
              ),
              isWrapped: true,
            },
            { label: 'Contracts created', value: formatInteger(BigInt(contract.nonce) > 0n ? BigInt(contract.nonce) - 1n : 0n) },
            contract.isDestroyed ? { label: 'Destroyed', value: 'yes' } : undefined,
          ]}
        />
      </PanelBody>
    </Panel>
  );
}

function sizeWords({ sizeBytes }: ContractCode): string {
  return sizeBytes === undefined ? 'unknown: this endpoint does not have the block' : `${formatInteger(sizeBytes)} bytes, verified by CID`;
}
