/**
 * `node make-pictured-chain.ts FOLDER SEED SECTORS`: creates a practice chain with multisigs in a folder, for screenshots. Prints one
 * JSON line {"approval","multisig"}: a message whose inner call failed, and a multisig with a pending withdrawal.
 */
import { startDevnet } from '../../electron/devnet/start-devnet.ts';
import { DevnetSender } from './devnet-sender.ts';
import { makeFailedApproval } from './failed-approval.ts';
import { makePendingProposal } from './pending-proposal.ts';

const [dataFolder = '', seed = '', sectors = ''] = process.argv.slice(2);
const node = await startDevnet({ dataFolder, seed, largeMinerSectors: Number(sectors), isPaused: true });
const sender = new DevnetSender(node, seed);
const { multisig } = await makePendingProposal(sender);
const { approval } = await makeFailedApproval(sender);
await node.stop();
process.stdout.write(`${JSON.stringify({ approval, multisig })}\n`);
