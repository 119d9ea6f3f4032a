import { IconCube, IconSearchOff } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useLocation } from 'wouter';
import type { BlockDetail } from '../../../shared/ipc/schemas/block.ts';
import { formatCount, formatInteger } from '../../../shared/text/format.ts';
import { Badge } from '../../components/feedback/Badge.tsx';
import { Note } from '../../components/feedback/Note.tsx';
import { PanelState } from '../../components/feedback/PanelState.tsx';
import { callsOf, PanelContent, partOf, QueryContent } from '../../components/feedback/QueryContent.tsx';
import { SkeletonRows } from '../../components/feedback/Skeleton.tsx';
import { StaleBadge } from '../../components/feedback/StaleBadge.tsx';
import { UnverifiedMark } from '../../components/feedback/UnverifiedMark.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { CopyButton } from '../../components/inputs/CopyButton.tsx';
import { PageHead } from '../../components/layout/PageHead.tsx';
import { Panel, PanelBody } from '../../components/layout/Panel.tsx';
import { ScrollArea } from '../../components/layout/ScrollArea.tsx';
import { SplitView } from '../../components/layout/SplitView.tsx';
import { type DataColumn, DataTable } from '../../components/tables/DataTable.tsx';
import { HashText } from '../../components/values/HashText.tsx';
import { KeyValue } from '../../components/values/KeyValue.tsx';
import { useQuery } from '../../hooks/use-query.ts';
import { beforeRows, headerRows, proofRows, rewardRows, rootRows } from './block-rows.tsx';
import { messageColumns } from './message-columns.tsx';
import styles from './tipset.module.css';
import { tipsetPath } from './tipset-question.ts';
import { useNamedMessages } from './use-named-messages.ts';

/** A block by its CID, on the chain or orphaned. */
export function BlockView({ cid: id }: { readonly cid: string }) {
  const [, navigate] = useLocation();
  const query = useQuery(`block ${id}`, (client) => client.chain.getBlock({ cid: id }), { refreshOn: 'head', isEnabled: isCid(id) });
  const detail = query.data;
  const tipset = detail?.tipset;
  return (
    <SplitView>
      <PageHead
        title={detail === undefined ? 'Block' : `Block of ${formatInteger(detail.block.height)}`}
        status={
          <>
            {detail === undefined ? undefined : tipset === undefined ? (
              <Badge tone="warning">Not on the chain</Badge>
            ) : (
              <Badge tone="success">
                Block {tipset.place + 1} of {tipset.key.length}
              </Badge>
            )}
            {detail === undefined ? undefined : <UnverifiedMark height={detail.block.height} />}
            <span className="s12">
              <HashText cid={id} size="detail" hasCopy />
            </span>
            <StaleBadge query={query} />
          </>
        }
        actions={
          detail === undefined ? undefined : (
            <>
              <Button
                size="small"
                disabledReason={tipset === undefined ? 'This block is not on the chain' : undefined}
                onClick={() => tipset !== undefined && navigate(tipsetPath(tipset.key))}
              >
                Open tipset
              </Button>
              <CopyButton text={detail.json} label="Copy header as JSON" />
            </>
          )
        }
      />
      <ScrollArea label="Block">
        {isCid(id) ? (
          <QueryContent query={query} skeleton={<SkeletonRows rows={14} columns={4} />}>
            {(found) => <BlockBody detail={found} onRetry={query.refresh} />}
          </QueryContent>
        ) : (
          <PanelState icon={IconSearchOff} title="Not a valid block CID">
            Open a block by its CID.
          </PanelState>
        )}
      </ScrollArea>
    </SplitView>
  );
}

const isCid = (text: string): boolean => /^[a-zA-Z0-9]{8,200}$/.test(text);

function BlockBody({ detail, onRetry }: { readonly detail: BlockDetail; readonly onRetry: () => void }) {
  const { block, reward, tipset } = detail;
  const rewardValue = partOf(reward);
  return (
    <>
      {tipset === undefined ? (
        <Note tone="warning" title="Reverted">
          No tipset on this node's chain includes this block. Its messages were executed in other blocks or not at all, and its miner
          received no reward.
        </Note>
      ) : undefined}
      <Panel title="Header" calls={detail.calls} hasRule>
        <PanelBody>
          <div className={styles.facts}>
            <KeyValue labelWidthPx={104} rows={[...headerRows(block), ...beforeRows(block)]} />
            <KeyValue labelWidthPx={104} rows={[...rootRows(block), ...proofRows(block, detail)]} />
          </div>
        </PanelBody>
      </Panel>
      {reward === undefined ? undefined : (
        <Panel title="Block reward" calls={callsOf(reward)} hasRule>
          <PanelContent panel={reward} onRetry={onRetry}>
            {() => (
              <PanelBody>
                {rewardValue === undefined ? undefined : <KeyValue labelWidthPx={104} rows={rewardRows(rewardValue)} />}
              </PanelBody>
            )}
          </PanelContent>
        </Panel>
      )}
      <BlockMessages detail={detail} onRetry={onRetry} />
    </>
  );
}

type Row = Extract<BlockDetail['messages'], { value: unknown }>['value'][number];

function BlockMessages({ detail, onRetry }: { readonly detail: BlockDetail; readonly onRetry: () => void }) {
  const [, navigate] = useLocation();
  const { messages } = detail;
  const rows = partOf(messages);
  const named = useNamedMessages(rows, detail.block.height);
  const earlierCount = rows?.filter(({ isEarlier }) => isEarlier).length ?? 0;
  const columns = useMemo<readonly DataColumn<Row>[]>(() => {
    const [cid, ...others] = messageColumns(() => undefined);
    const signature: DataColumn<Row> = {
      id: 'signature',
      head: 'Signature',
      widthPx: 92,
      isWideOnly: true,
      text: (row) => row.signature,
      sortBy: (row) => row.signature,
      cell: (row) => (row.signature === 'bls' ? 'aggregate' : 'individual'),
    };
    return [...(cid === undefined ? [] : [cid]), ...others, signature];
  }, []);
  return (
    <Panel
      title="Messages"
      sub={
        rows === undefined
          ? undefined
          : `${formatCount(rows.length, 'message')}${earlierCount === 0 ? '' : `, ${formatInteger(earlierCount)} also in an earlier block of the tipset`}`
      }
      calls={callsOf(messages)}
    >
      <PanelContent panel={messages} onRetry={onRetry}>
        {() => (
          <div className={named.length > 10 ? styles.messages : undefined}>
            <DataTable
              label="Messages of the block"
              unit={['message', 'messages']}
              columns={columns}
              rows={named}
              rowKey={(row) => row.cid}
              onSelect={(row) => navigate(`/messages/${encodeURIComponent(row.cid)}`)}
              copyText={(row) => row.cid}
              exportName={`block-${detail.block.height}-messages`}
              isFilling={named.length > 10}
              hasFooter
              empty={
                <PanelState icon={IconCube} title="No messages">
                  This block has no messages.
                </PanelState>
              }
            />
          </div>
        )}
      </PanelContent>
    </Panel>
  );
}
