import { act } from 'react';
import { afterEach, expect, test } from 'vitest';
import { draftHandoverStore } from '../../../../../renderer/stores/draft-handover.ts';
import { ActorDetail } from '../../../../../renderer/views/actor/ActorDetail.tsx';
import { meaningOf, unsendable } from '../../../../../renderer/views/actor/actor-words.ts';
import { HoldingsPanel } from '../../../../../renderer/views/actor/HoldingsPanel.tsx';
import { fieldsOfTemplate, TEMPLATES, type Template } from '../../../../../renderer/views/compose/templates.ts';
import { NO_VERSION_KNOWLEDGE } from '../../../../../shared/domain/chain/network-version.ts';
import { SextantError } from '../../../../../shared/ipc/envelope.ts';
import type { Actor, Holdings, Multisig } from '../../../../../shared/ipc/schemas/actors.ts';
import type { ConnectionsState } from '../../../../../shared/ipc/schemas/connections.ts';
import { eventually } from '../../../../builders/eventually.ts';
import { clientWith, ManualTopic, type Rendered, render } from '../../../../builders/rendered.tsx';

const PINNED = { key: ['bafykey0'], height: 7, timeMs: 0 };
const HEAD = 'bafy2bzacedhl5cowfmp7hq2ke3irf7indry55px44cbbjthazwvpm7ktf676w';
const OWN = 't1ick6svk3i23qdgn74hz2yu4wsoryzuaw4h3jk4y';
const HASH = '0d1dd2b19af4bb568f404a1702d23af289c6c3a9846f7a558d44afd50b76723a';

const NO_ACTOR: Actor = {
  pinned: PINNED,
  identity: { address: OWN, exists: false, isOwn: false, calls: [] },
};
const MULTISIG: Actor = {
  pinned: PINNED,
  identity: {
    address: 't01008',
    idAddress: 't01008',
    exists: true,
    actorType: 'multisig',
    balance: '1',
    nonce: '0',
    isOwn: false,
    calls: [],
  },
  entry: { source: 'node', code: HEAD, head: HEAD },
  state: {
    error: {
      code: 'method-not-served',
      message: 'This endpoint does not serve StateReadState.',
      retryable: false,
      details: { method: 'StateReadState' },
    },
  },
};
const SIGNERS: Multisig = {
  pinned: PINNED,
  source: 'node',
  threshold: 2,
  signerCount: 2,
  signers: [
    { address: 't0100', robustAddress: OWN, isOwn: true, label: 'Main key', balance: '5', actorType: 'account' },
    { address: 't0101', isOwn: false },
  ],
  balance: '1',
  available: '1',
  proposals: {
    value: {
      proposals: [
        {
          id: '74',
          to: 't099',
          value: '83160000000000000000',
          method: '0',
          params: { form: 'typed' },
          approved: ['t0101'],
          proposalHash: HASH,
        },
      ],
      omittedCount: 0,
    },
    calls: [],
  },
  calls: [],
};
const HOLDINGS: Holdings = {
  pinned: PINNED,
  market: { error: { code: 'endpoint-timeout', message: 'The market did not answer.', retryable: true } },
  client: { value: {}, calls: [] },
  verifier: { value: { bytes: '34359738368' }, calls: [] },
};

test('explains actor types, and whether funds can be sent to an address', () => {
  expect(meaningOf({ idAddress: 't099', actorType: 'account' })).toBe('No one has its key: funds sent to it are burned.');
  expect(meaningOf({ idAddress: 't0100', actorType: 'account' })).toMatch(/account of one/);
  expect(unsendable({ address: OWN, exists: false })).toBeUndefined();
  expect(unsendable({ address: 't0999999', exists: false })).toMatch(/No actor has this address/);
  expect(unsendable({ address: 't0999999', exists: false, problem: 'too busy' })).toBeUndefined();
  expect(unsendable({ address: 't0999999', exists: true })).toBeUndefined();
  expect(unsendable(undefined)).toBeDefined();
});

let drawn: Rendered | undefined;
afterEach(async () => {
  await drawn?.unmount();
  drawn = undefined;
});

const NO_CLAIMS = async () => ({ pinned: PINNED, claims: [], calls: [] });

async function draw(getActor: () => Promise<Actor>, getStreamClaims: () => Promise<unknown> = NO_CLAIMS): Promise<HTMLElement> {
  drawn = await render(
    <ActorDetail address="t01008" />,
    clientWith({
      actors: { getActor, getMultisig: async () => SIGNERS, getHoldings: async () => HOLDINGS } as never,
      chain: { getStreamClaims } as never,
      mempool: {
        changed: new ManualTopic({ status: 'polling', revision: 1, messageCount: 0 }),
        listMessages: async () => ({ total: 0, matching: 0, offset: 0, rows: [], calls: [] }),
      } as never,
      connections: { changed: new ManualTopic({ activeId: 'a', revision: 1, capabilities: {} } as unknown as ConnectionsState) } as never,
      addresses: { changed: new ManualTopic([]) } as never,
      messages: { journalChanged: new ManualTopic([]) } as never,
    }),
  );
  return drawn.container;
}

/** Lets React draw what has come, until it shows. */
function shown(container: HTMLElement, text: string): Promise<unknown> {
  return eventually(async () => {
    await act(async () => undefined);
    return container.textContent?.includes(text);
  }, text);
}

test('an unused address shows what will be there', async () => {
  const container = await draw(async () => NO_ACTOR);
  await shown(container, 'On chain');
  expect(container.textContent).not.toMatch(/NaN|undefined|null|\[object/);
  expect(container.textContent).not.toContain('Market and DataCap');
});

test('a multisig shows missing approvals, and drafts one from a local key', async () => {
  const container = await draw(async () => MULTISIG);
  await shown(container, '74: Send');
  await shown(container, '32 GiB');
  const text = container.textContent ?? '';
  expect(text).toContain('2 of 2 approvals required');
  expect(text).toContain('1 of 2 approvals');
  expect(text).toContain(HASH);
  // A part that failed says why, beside those that did not.
  expect(text).toContain('does not serve StateReadState');
  expect(text).toContain('The market did not answer.');
  expect(text).not.toMatch(/NaN|undefined|null|\[object/);
  const approve = [...container.querySelectorAll('button')].find((button) => button.textContent === 'Approve');
  await act(async () => approve?.click());
  const { draft } = draftHandoverStore.getState();
  expect(draft).toMatchObject({ from: OWN, to: 't01008', method: '3', value: '0' });
  expect(draft?.params.kind === 'fields' ? JSON.parse(draft.params.json) : undefined).toEqual({
    ID: 74,
    ProposalHash: Buffer.from(HASH, 'hex').toString('base64'),
  });
});

test('a failed read of stream claims shows the error and a retry', async () => {
  let isFailing = true;
  const container = await draw(
    async () => MULTISIG,
    async () => {
      if (isFailing) throw new SextantError('endpoint-timeout', 'The streams did not answer in time.', { retryable: true });
      return NO_CLAIMS();
    },
  );
  const panel = () =>
    [...container.querySelectorAll('section')].find((section) => section.querySelector('h2')?.textContent === 'Block rewards to claim');
  await shown(container, 'The streams did not answer in time.');
  expect(panel()?.textContent).toContain('endpoint-timeout');
  const again = [...(panel()?.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent === 'Try again');
  isFailing = false;
  await act(async () => again?.click());
  await eventually(async () => {
    await act(async () => undefined);
    return panel() === undefined;
  }, 'a panel that has nothing to show');
});

test('drafts a proposal from a local signer', async () => {
  const container = await draw(async () => MULTISIG);
  await shown(container, '74: Send');
  const propose = [...container.querySelectorAll('button')].find((button) => button.textContent === 'Propose');
  await act(async () => propose?.click());
  const { draft } = draftHandoverStore.getState();
  expect(draft).toMatchObject({ from: OWN, to: 't01008', method: '2', value: '0' });
  // As the composer begins the same call by itself.
  const began = fieldsOfTemplate(TEMPLATES.find(({ id }) => id === 'propose') as Template, { from: OWN, letter: 't', ownMiners: [] });
  expect(draft?.params).toEqual(began.params);
});

test('a failed read of the actor shows its code and a retry', async () => {
  const container = await draw(async () => {
    throw new SextantError('endpoint-timeout', 'The node did not answer in time.', { retryable: true });
  });
  await shown(container, 'The node did not answer in time.');
  expect(container.textContent).toContain('endpoint-timeout');
  expect([...container.querySelectorAll('button')].some((button) => button.textContent === 'Try again')).toBe(true);
});

test('frozen DataCap shows since when, from that epoch on', async () => {
  const knowledge = {
    ...NO_VERSION_KNOWLEDGE,
    ranges: [{ version: 29, from: 7, to: 7 }],
    upgrades: [{ name: 'Solstice', height: 6, version: 29 }],
  };
  const holdingsAt = async (height: number) => {
    drawn = await render(
      <HoldingsPanel address="t01008" pin={{ at: undefined, follow: () => undefined } as never} />,
      clientWith({
        actors: { getHoldings: async () => ({ ...HOLDINGS, pinned: { ...PINNED, height } }) } as never,
        chain: { versionChanged: new ManualTopic({ knowledge } as never) } as never,
        connections: { changed: new ManualTopic({ activeId: 'a', revision: 1, capabilities: {} } as unknown as ConnectionsState) } as never,
      }),
    );
    const { container } = drawn;
    await shown(container, '32 GiB');
    const text = container.textContent ?? '';
    await drawn.unmount();
    drawn = undefined;
    return text;
  };
  expect(await holdingsAt(7)).toContain('32 GiB Frozen since epoch 7 (FIP-0118)');
  expect(await holdingsAt(6)).not.toContain('Frozen');
});
