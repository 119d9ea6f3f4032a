/**
 * A process that sends what its task says and follows it, until it is killed or everything is executed.
 * `node sending-process.ts <JSON of SendingTask>`: it writes the boundary it dies at, or `done`.
 */
import { writeSync } from 'node:fs';
import type { FrozenSending } from '../../electron/wallet/approvals.ts';
import { isExecuted, isSettled } from '../../electron/wallet/sent-message.ts';
import { eventually } from '../builders/eventually.ts';
import { sampleApproval, sampleBatch } from '../unit/electron/wallet/sample-messages.ts';
import { openChain, openSendingApp, PASSPHRASE } from './sending-app.ts';
import { BATCH_COUNT, messageOf, replacementOf, type SendingTask, UNCONFIRMED_ID } from './sending-task.ts';

const task = JSON.parse(process.argv[2] ?? '') as SendingTask;
/** Long enough for a few heads. */
const RECOVERY_MS = 1500;
const LONGEST_MS = 120_000;
let count = 0;

/** Ends at once, as a power cut would: no handler runs. */
async function boundary(where: string): Promise<void> {
  if (count === task.killAt) {
    writeSync(1, `${where}\n`);
    process.kill(process.pid, 'SIGKILL');
    await new Promise(() => undefined);
  }
  count += 1;
}

const chain = await openChain(task.node, boundary);
const app = await openSendingApp(task.folder, chain, boundary);

function onThisNetwork(frozen: FrozenSending, change: { isHeld?: boolean; replacesId?: string; id?: string } = {}): FrozenSending {
  const { isHeld = false, replacesId } = change;
  const { genesisCid, networkName } = task.node;
  const madeAtHeight = chain.chain.tipsets.at(-1)?.height ?? 0;
  return {
    ...frozen,
    madeAtHeight,
    approval: { ...frozen.approval, genesisCid, networkName, isHeld },
    ...(replacesId === undefined ? {} : { replacesId }),
  };
}

/** Prepares, confirms, signs and pushes, as the approval zone has it done. */
async function send(frozen: FrozenSending): Promise<string[]> {
  app.approvals.add(frozen);
  const ids: string[] = [];
  await app.approvals.confirm(frozen.approval.id, async () => {
    const signed = await app.signer.sign(frozen, { passphrase: PASSPHRASE, isNewNetworkAccepted: true });
    ids.push(...signed.map(({ journalId }) => journalId));
    await app.area.pusher.pushAll(ids);
    return { kind: 'message', journalId: ids[0] ?? '', cid: signed[0]?.cid ?? '', isPushed: true };
  });
  app.area.follow();
  return ids;
}

writeSync(1, 'ready\n');
const now = Date.now();
switch (task.scenario) {
  case 'single':
    await send(onThisNetwork(sampleApproval(now, messageOf(task, 0))));
    // Prepared and never confirmed: it must never be signed, whatever happens.
    app.approvals.add(onThisNetwork(sampleApproval(now, messageOf(task, 1), UNCONFIRMED_ID)));
    break;
  case 'batch':
    await send(
      onThisNetwork(
        sampleBatch(
          now,
          Array.from({ length: BATCH_COUNT }, (_, index) => messageOf(task, index)),
        ),
      ),
    );
    break;
  case 'replacement': {
    const [replacesId = ''] = await send(onThisNetwork(sampleApproval(now, messageOf(task, 0, true))));
    await send(onThisNetwork(sampleApproval(now, replacementOf(task)), { replacesId }));
    break;
  }
  case 'held': {
    const [id = ''] = await send(onThisNetwork(sampleApproval(now, messageOf(task, 0)), { isHeld: true }));
    await app.area.handlers.pushHeld({ journalId: id });
    break;
  }
  case 'recovery':
    break;
  default:
    task.scenario satisfies never;
}
const isDecided = () => app.journal.list().every((sent) => isExecuted(sent) || isSettled(sent) || sent.stage === 'replaced');
if (task.scenario === 'recovery') {
  // What is held, or pays too little, stays as it is: nobody tells this process otherwise.
  const end = Date.now() + RECOVERY_MS;
  await eventually(() => isDecided() || Date.now() > end, 'recovery');
} else {
  await eventually(isDecided, 'execution', LONGEST_MS);
}
writeSync(1, 'done\n');
process.exit(0);
