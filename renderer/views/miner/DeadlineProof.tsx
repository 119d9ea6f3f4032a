import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { defined } from '../../../shared/collections/defined.ts';
import { EPOCHS } from '../../../shared/domain/chain/epoch.ts';
import type { FoundMessages } from '../../../shared/ipc/schemas/actors.ts';
import type { MinerDeadline } from '../../../shared/ipc/schemas/miner-sectors.ts';
import { formatCount } from '../../../shared/text/format.ts';
import type { AppClient } from '../../client/client-context.ts';
import { PanelError } from '../../components/feedback/PanelError.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { DetailSection } from '../../components/layout/DetailPane.tsx';
import { EpochText } from '../../components/values/EpochText.tsx';
import { HashText } from '../../components/values/HashText.tsx';
import { useCommand } from '../../hooks/use-command.ts';

/** Tipsets per search step, and maximum number of steps: a window has 60 epochs. */
const STEP_TIPSETS = 20;
const MAX_STEPS = 6;
/** go-state-types `builtin/methods.go`, SubmitWindowedPoSt. */
const SUBMIT_METHOD = '5';

interface ProofSearch {
  readonly rows: FoundMessages['rows'];
  readonly tipsets: number;
  readonly calls: FoundMessages['calls'];
}

/** Proofs can only be submitted while their window is open, so all proofs sent since it opened belong to this deadline. */
async function findProofs(
  client: AppClient,
  { miner, openEpoch }: { readonly miner: string; readonly openEpoch: number },
): Promise<ProofSearch> {
  let search: ProofSearch = { rows: [], tipsets: 0, calls: [] };
  let from: FoundMessages['next'];
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const found = await client.actors.findMessages({
      addresses: [miner],
      tipsets: STEP_TIPSETS,
      ...defined({ from }),
    });
    search = {
      rows: [...search.rows, ...found.rows.filter(({ method, height }) => method === SUBMIT_METHOD && height >= openEpoch)],
      tipsets: search.tipsets + found.tipsets,
      calls: [...search.calls, ...found.calls],
    };
    from = found.next;
    if (from === undefined || found.lowest <= openEpoch) break;
  }
  return search;
}

interface DeadlineProofProps {
  readonly miner: string;
  readonly deadline: MinerDeadline;
}

/** The messages that submitted the proofs of the open window. Searched on request, as it takes two calls per tipset. */
export function DeadlineProof({ miner, deadline }: DeadlineProofProps) {
  const { run, isRunning, error } = useCommand(findProofs);
  const [search, setSearch] = useState<ProofSearch | undefined>(undefined);
  const age = deadline.pinned.height - deadline.openEpoch;
  const isRecent = deadline.isOpen && age >= 0 && age <= EPOCHS.deadlineWindow;
  if (!isRecent || !deadline.partitions.some(({ isPosted }) => isPosted)) return undefined;
  return (
    <DetailSection title="Proof messages" calls={search?.calls}>
      {error === undefined ? undefined : <PanelError error={error} />}
      {search === undefined ? (
        <Button
          size="small"
          icon={IconSearch}
          isBusy={isRunning}
          hint={`Search the ${formatCount(age + 1, 'epoch')} since it opened, with two calls per epoch`}
          onClick={() => void run({ miner, openEpoch: deadline.openEpoch }).then((found) => found !== undefined && setSearch(found))}
        >
          Find messages
        </Button>
      ) : search.rows.length === 0 ? (
        <p className="t3">None in {formatCount(search.tipsets, 'tipset')}. The proofs may have been sent through another actor.</p>
      ) : (
        <ul className="list">
          {search.rows.map(({ cid, height, timeMs, receipt }) => (
            <li key={cid} className="row g6">
              <Link href={`/messages/${encodeURIComponent(cid)}`} className="link">
                <HashText cid={cid} />
              </Link>
              <EpochText height={height} timeMs={timeMs} />
              {receipt === undefined || receipt.exitCode === 0 ? undefined : <span className="bad">exit {receipt.exitCode}</span>}
            </li>
          ))}
        </ul>
      )}
    </DetailSection>
  );
}
