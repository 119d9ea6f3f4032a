import type { Block } from '../../../shared/ipc/schemas/chain.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { AddressText } from '../../components/AddressText.tsx';
import { DetailPane, DetailSection } from '../../components/DetailPane.tsx';
import { EpochText } from '../../components/EpochText.tsx';
import { FeeText } from '../../components/FeeText.tsx';
import { HashText } from '../../components/HashText.tsx';
import { KeyValue } from '../../components/KeyValue.tsx';
import { UntrustedText } from '../../components/UntrustedText.tsx';
import { CidCheck } from './BlocksPanel.tsx';

/** One block's header, every field of it. */
export function BlockPane({ block, onClose }: { readonly block: Block; readonly onClose: () => void }) {
  return (
    <DetailPane title="Block" sub={<HashText cid={block.cid} size="detail" hasCopy />} onClose={onClose}>
      <DetailSection title="Header">
        <KeyValue
          labelWidthPx={104}
          rows={[
            { label: 'CID', value: <HashText cid={block.cid} size="whole" hasCopy />, isWrapped: true },
            { label: 'Check', value: <CidCheck isVerified={block.isCidVerified} /> },
            { label: 'Miner', value: <AddressText address={block.miner} hasCopy /> },
            { label: 'Epoch', value: <EpochText height={block.height} timeMs={block.timeMs} beside="clock" /> },
            { label: 'Wins', value: formatInteger(block.winCount) },
            { label: 'Messages', value: block.messageCount === undefined ? 'unknown' : formatInteger(block.messageCount) },
            { label: 'Ticket', value: <UntrustedText text={block.ticket} maximumLength={200} isMono />, isWrapped: true },
          ]}
        />
      </DetailSection>
      <DetailSection title="Before it">
        <KeyValue
          labelWidthPx={104}
          rows={[
            { label: 'Base fee', value: <FeeText value={block.parentBaseFee} /> },
            { label: 'Weight', value: formatInteger(block.parentWeight) },
            {
              label: 'Parents',
              value: (
                <span className="col">
                  {block.parents.map((cid) => (
                    <HashText key={cid} cid={cid} size="detail" />
                  ))}
                </span>
              ),
              isWrapped: true,
            },
          ]}
        />
      </DetailSection>
      <DetailSection title="Roots">
        <KeyValue
          labelWidthPx={104}
          rows={[
            { label: 'State', value: <HashText cid={block.parentStateRoot} size="detail" hasCopy /> },
            { label: 'Receipts', value: <HashText cid={block.parentMessageReceipts} size="detail" hasCopy /> },
            { label: 'Messages', value: <HashText cid={block.messages} size="detail" hasCopy /> },
          ]}
        />
      </DetailSection>
    </DetailPane>
  );
}
