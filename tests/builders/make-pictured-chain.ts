/**
 * `node make-pictured-chain.ts FOLDER SEED SECTORS`: a practice chain whose multisigs have a story to tell, kept in a folder for whoever
 * starts a node there next. Prints one JSON line {"approval","multisig"}: the message whose inner call failed, and the multisig in which
 * a withdrawal waits.
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
