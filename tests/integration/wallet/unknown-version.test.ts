/** Drafts on a network version that this release does not know, through the whole core to what the approval sheet shows. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Core } from '../../../electron/core.ts';
import type { RunningDevnet } from '../../../electron/devnet/devnet-options.ts';
import { LAST_NETWORK_VERSION } from '../../../shared/domain/methods/actor-type.ts';
import { eventually } from '../../builders/eventually.ts';
import { temporaryProfile } from '../../builders/temporary-profile.ts';
import {
  confirmMessage,
  draftOf,
  embeddedNodeOf,
  fundedAccount,
  messageApproval,
  startCore,
  startStillDevnet,
} from '../../builders/wallet-core.ts';
import { type FaultNode, startFaultNode } from '../../fakes/fault-node/fault-node.ts';

const NEWER = LAST_NETWORK_VERSION + 1;
const TITLE = 'The network is newer than Sextant';
/** Nobody's key. */
const OTHER = 't15ihq5ibzwki2b4ep2f46avlkrqzhpqgtga7pdrq';

let devnet: RunningDevnet;
let node: FaultNode;
let core: Core;
let own: string;
let remove: () => Promise<void>;

beforeAll(async () => {
  const profile = await temporaryProfile();
  remove = profile.remove;
  devnet = await startStillDevnet();
  node = await startFaultNode(devnet);
  node.change({ StateNetworkVersion: () => NEWER });
  // What WebSockets carry is not changed.
  const { wsUrl: _wsUrl, ...overHttp } = embeddedNodeOf(devnet);
  ({ core } = await startCore(profile.paths, devnet, { embeddedNode: { ...overHttp, httpUrl: node.httpUrl } as never }));
  ({ address: own } = await fundedAccount(devnet, core));
  await eventually(() => core.topics.chain.versionChanged.get().knowledge.ranges.some(({ version }) => version === NEWER), 'the version');
});
afterAll(async () => {
  await core.stop();
  await node.stop();
  await devnet.stop();
  await remove();
});

it('a call of a method carries the warning from the draft to the approval, and can be signed', async () => {
  const draft = draftOf(own, 't05', { method: '2', value: '1', params: { kind: 'fields', json: JSON.stringify(own) } });
  const { checks } = await core.handlers.messages.reviewDraft(draft);
  const warning = checks.find(({ title }) => title === TITLE);
  expect(warning).toMatchObject({ result: 'warning', detail: expect.stringContaining(`This network runs version ${NEWER}`) });
  const { approvalId } = await core.handlers.messages.prepareMessage({ ...draft, isHeld: true });
  expect(messageApproval(core, approvalId).warnings).toContainEqual(warning);
  expect((await confirmMessage(core, approvalId)).journalId).not.toBe('');
});

it('a plain transfer carries none', async () => {
  const { approvalId } = await core.handlers.messages.prepareMessage(draftOf(own, OTHER));
  const { warnings } = messageApproval(core, approvalId);
  expect(warnings.map(({ title }) => title)).not.toContain(TITLE);
});
