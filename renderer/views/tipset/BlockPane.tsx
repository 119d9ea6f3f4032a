import { IconExternalLink } from '@tabler/icons-react';
import { useLocation } from 'wouter';
import type { Block } from '../../../shared/ipc/schemas/chain.ts';
import { callsOf, PanelContent } from '../../components/feedback/QueryContent.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { CopyButton } from '../../components/inputs/CopyButton.tsx';
import { DetailPane, DetailSection } from '../../components/layout/DetailPane.tsx';
import { HashText } from '../../components/values/HashText.tsx';
import { KeyValue } from '../../components/values/KeyValue.tsx';
import { useQuery } from '../../hooks/use-query.ts';
import { beforeRows, headerRows, proofRows, rewardRows, rootRows } from './block-rows.tsx';
import { tipsetRoute } from './tipset-route.ts';

interface BlockPaneProps {
  readonly block: Block;
  /** Whether a child tipset has executed it; until then its reward is an estimate. */
  readonly isExecuted: boolean;
  readonly onClose: () => void;
}

/** A block in the pane beside its tipset: header and reward. */
export function BlockPane({ block, isExecuted, onClose }: BlockPaneProps) {
  const [, navigate] = useLocation();
  const query = useQuery(`block ${block.cid} ${isExecuted}`, (client) => client.chain.getBlock({ cid: block.cid }));
  const detail = query.data;
  const reward = detail?.reward;
  return (
    <DetailPane
      title="Block"
      sub={<HashText cid={block.cid} size="detail" hasCopy />}
      onClose={onClose}
      footer={
        <>
          <Button icon={IconExternalLink} onClick={() => navigate(tipsetRoute('block', {}, block.cid))}>
            Open block
          </Button>
          {detail === undefined ? undefined : <CopyButton text={detail.json} label="Copy header as JSON" hasLabel />}
        </>
      }
    >
      <DetailSection title="Header" calls={detail?.calls}>
        <KeyValue labelWidthPx={104} rows={headerRows(block)} />
      </DetailSection>
      {reward === undefined ? undefined : (
        <DetailSection title="Block reward" calls={callsOf(reward)}>
          <PanelContent panel={reward} onRetry={query.refresh}>
            {(value) => <KeyValue labelWidthPx={104} rows={rewardRows(value)} />}
          </PanelContent>
        </DetailSection>
      )}
      <DetailSection title="Parent">
        <KeyValue labelWidthPx={104} rows={beforeRows(block)} />
      </DetailSection>
      <DetailSection title="Roots">
        <KeyValue labelWidthPx={104} rows={rootRows(block)} />
      </DetailSection>
      <DetailSection title="Proofs and signatures">
        <KeyValue labelWidthPx={104} rows={proofRows(block, detail)} />
      </DetailSection>
    </DetailPane>
  );
}
