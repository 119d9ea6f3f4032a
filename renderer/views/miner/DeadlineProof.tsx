import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { EPOCHS } from '../../../shared/domain/epoch.ts';
import type { FoundMessages } from '../../../shared/ipc/schemas/actors.ts';
import type { MinerDeadline } from '../../../shared/ipc/schemas/miner-sectors.ts';
import { formatCount } from '../../../shared/text/format.ts';
import type { AppClient } from '../../client/client-context.ts';
import { Button } from '../../components/Button.tsx';
import { DetailSection } from '../../components/DetailPane.tsx';
import { EpochText } from '../../components/EpochText.tsx';
import { HashText } from '../../components/HashText.tsx';
import { PanelError } from '../../components/PanelError.tsx';
import { useCommand } from '../../hooks/use-command.ts';

/** Tipsets of one step of looking, and steps: a window has 60 epochs. */
const STEP_TIPSETS = 20;
const MOST_STEPS = 6;
/** go-state-types `builtin/methods.go`, SubmitWindowedPoSt. */
const SUBMIT_METHOD = '5';

interface Hunt {
  readonly rows: FoundMessages['rows'];
  readonly tipsets: number;
  readonly calls: FoundMessages['calls'];
}

/** Proofs of a window can only be sent while it is open: all that went to the miner then are of this deadline. */
async function findProofs(client: AppClient, { miner, openEpoch }: { readonly miner: string; readonly openEpoch: number }): Promise<Hunt> {
  let hunt: Hunt = { rows: [], tipsets: 0, calls: [] };
  let from: FoundMessages['next'];
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const found = await client.actors.findMessages({
      addresses: [miner],
      tipsets: STEP_TIPSETS,
      ...(from === undefined ? {} : { from }),
    });
    hunt = {
      rows: [...hunt.rows, ...found.rows.filter(({ method, height }) => method === SUBMIT_METHOD && height >= openEpoch)],
      tipsets: hunt.tipsets + found.tipsets,
      calls: [...hunt.calls, ...found.calls],
    };
    from = found.next;
    if (from === undefined || found.lowest <= openEpoch) break;
  }
  return hunt;
}

interface DeadlineProofProps {
  readonly miner: string;
  readonly deadline: MinerDeadline;
}

/** The messages that brought the proofs of the window that is open, looked for by hand: it costs two calls a tipset. */
export function DeadlineProof({ miner, deadline }: DeadlineProofProps) {
  const { run, isRunning, error } = useCommand(findProofs);
  const [hunt, setHunt] = useState<Hunt | undefined>(undefined);
  const age = deadline.pinned.height - deadline.openEpoch;
  const isRecent = deadline.isOpen && age >= 0 && age <= EPOCHS.deadlineWindow;
  if (!isRecent || !deadline.partitions.some(({ isPosted }) => isPosted)) return undefined;
  return (
    <DetailSection title="Proof messages" calls={hunt?.calls}>
      {error === undefined ? undefined : <PanelError error={error} />}
      {hunt === undefined ? (
        <Button
          size="small"
          icon={IconSearch}
          isBusy={isRunning}
          hint={`Looks through the ${formatCount(age + 1, 'epoch')} since it opened, at two calls each`}
          onClick={() => void run({ miner, openEpoch: deadline.openEpoch }).then((found) => found !== undefined && setHunt(found))}
        >
          Look for them
        </Button>
      ) : hunt.rows.length === 0 ? (
        <p className="t3">None in {formatCount(hunt.tipsets, 'tipset')}. They may have come through another actor.</p>
      ) : (
        <ul className="list">
          {hunt.rows.map(({ cid, height, timeMs, receipt }) => (
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
