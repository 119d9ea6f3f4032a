/**
 * A process that confirms one message and kills itself (SIGKILL) before or after a chosen record of the send journal.
 * Started by the recovery tests: `node confirm-and-die.ts <JSON of Task>`.
 */
import { join } from 'node:path';
import type { CorePorts, EmbeddedNode } from '../../../electron/platform/ports.ts';
import { systemClock } from '../../../electron/platform/system-clock.ts';
import { workerEntry } from '../../../electron/platform/worker-entry.ts';
import { ChainService } from '../../../electron/services/chain/chain-service.ts';
import { ConnectionsService } from '../../../electron/services/connections/connections-service.ts';
import { BodyKeeper } from '../../../electron/services/inspector/body-keeper.ts';
import { CallRecorder } from '../../../electron/services/inspector/call-recorder.ts';
import { createWalletArea } from '../../../electron/services/messages/wallet-area.ts';
import { SettingsService } from '../../../electron/services/settings/settings-service.ts';
import { recordsOf } from '../../../electron/wallet/journal-record.ts';
import type { RecordFile } from '../../../electron/wallet/send-journal.ts';
import type { MessageDraft } from '../../../shared/ipc/schemas/drafts.ts';
import { eventually } from '../../builders/eventually.ts';
import { KeepingLogger } from '../../builders/keeping-logger.ts';

export interface Task {
  readonly folder: string;
  readonly embeddedNode: EmbeddedNode;
  readonly draft: MessageDraft;
  readonly passphrase: string;
  /** A kind of record (`intent`) or the stage of a step (`signed`, `pushed`). */
  readonly stage: string;
  readonly moment: 'before' | 'after';
}

const task = JSON.parse(process.argv[2] ?? '') as Task;
const paths = { folder: task.folder, file: (...segments: string[]) => join(task.folder, ...segments) };
const secrets: CorePorts['secrets'] = {
  get: async () => undefined,
  set: async () => undefined,
  delete: async () => undefined,
  names: async () => [],
};
const logger = new KeepingLogger();
const clock = systemClock;

/** Ends at once, as a power cut would: nothing is flushed, no handler runs. */
function die(): Promise<never> {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => undefined);
}

function deadly(file: RecordFile): RecordFile {
  return {
    async append(record) {
      const stage = recordsOf(record).map((single) => (single.kind === 'intent' ? 'intent' : single.stage))[0];
      if (stage === task.stage && task.moment === 'before') {
        await die();
      }
      await file.append(record);
      if (stage === task.stage) {
        await die();
      }
    },
    close: () => file.close(),
  };
}

const settings = new SettingsService({ paths, logger });
const connections = new ConnectionsService({
  clock,
  logger,
  paths,
  secrets,
  environment: {},
  embeddedNode: task.embeddedNode,
  tap: new CallRecorder({ clock, bodies: new BodyKeeper(workerEntry('body-worker')) }),
});
const chain = new ChainService({ connections, clock, logger });
const area = await createWalletArea({
  connections,
  chain,
  settings: settings.slice,
  updateSafety: (safety) => settings.updateSafety(safety),
  paths,
  clock,
  logger,
  wrapJournalFile: deadly,
});
await area.start();
chain.start();
await connections.start();
await eventually(() => chain.tipsets.length > 0, 'the first head');
const { approvalId: id } = await area.handlers.messages.prepareMessage(task.draft);
await area.handlers.approval.confirmApproval({ id, passphrase: task.passphrase, isNewNetworkAccepted: false });
// Not reached when the chosen record was written.
process.exit(3);
