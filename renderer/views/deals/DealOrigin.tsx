import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { defined } from '../../../shared/collections/defined.ts';
import type { ErrorEnvelope } from '../../../shared/ipc/envelope.ts';
import type { DealKind, DealMessage } from '../../../shared/ipc/schemas/deals.ts';
import { useClient } from '../../client/client-context.ts';
import { PanelError } from '../../components/feedback/PanelError.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { CallLink } from '../../components/values/CallLink.tsx';
import { EpochText } from '../../components/values/EpochText.tsx';
import { HashText } from '../../components/values/HashText.tsx';
import { KeyValue } from '../../components/values/KeyValue.tsx';
import { toEnvelope } from '../../hooks/use-query.ts';

interface DealOriginProps {
  readonly dealKey: string;
  readonly kind: DealKind;
  /** The pinned epoch. */
  readonly at: number | undefined;
}

const LABELS: Readonly<Record<DealKind, string>> = {
  f05: 'Find publish message',
  ddo: 'Find claim message',
  allocation: 'Find allocation message',
};

/** The message that created it, found by its event on request. */
export function DealOrigin({ dealKey, kind, at }: DealOriginProps) {
  const client = useClient();
  const [isBusy, setIsBusy] = useState(false);
  const [found, setFound] = useState<DealMessage | ErrorEnvelope | undefined>(undefined);

  async function find(): Promise<void> {
    setIsBusy(true);
    try {
      setFound(await client.deals.findMessage({ key: dealKey, ...defined({ at }) }));
    } catch (error) {
      setFound(toEnvelope(error));
    }
    setIsBusy(false);
  }

  if (found !== undefined && 'code' in found) return <PanelError error={found} onRetry={() => void find()} />;
  if (found === undefined) {
    return (
      <Button size="small" kind="quiet" icon={IconSearch} isBusy={isBusy} onClick={() => void find()}>
        {LABELS[kind]}
      </Button>
    );
  }
  return (
    <>
      <KeyValue
        labelWidthPx={88}
        rows={[
          {
            label: 'Message',
            value: (
              <Link href={`/messages/${found.messageCid}`} className="link">
                <HashText cid={found.messageCid} size="detail" />
              </Link>
            ),
          },
          { label: 'Epoch', value: <EpochText height={found.height} timeMs={found.timeMs} /> },
          found.proposalCid === undefined
            ? undefined
            : { label: 'Proposal CID', value: <HashText cid={found.proposalCid} size="detail" hasCopy /> },
        ]}
      />
      <CallLink calls={found.calls} />
    </>
  );
}
