import { act } from 'react';
import { afterEach, expect, test } from 'vitest';
import { Route, Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { AppClient } from '../../../../../renderer/client/client-context.ts';
import { draftHandoverStore } from '../../../../../renderer/stores/draft-handover.ts';
import { JournalPane } from '../../../../../renderer/views/journal/JournalPane.tsx';
import { JournalView } from '../../../../../renderer/views/journal/JournalView.tsx';
import type { HeadState } from '../../../../../shared/ipc/schemas/chain.ts';
import type { ConnectionsState } from '../../../../../shared/ipc/schemas/connections.ts';
import type { DecodedView } from '../../../../../shared/ipc/schemas/decoded.ts';
import type { MessageDraft } from '../../../../../shared/ipc/schemas/drafts.ts';
import type { JournalEntry, StuckReport } from '../../../../../shared/ipc/schemas/journal.ts';
import type { WalletState } from '../../../../../shared/ipc/schemas/wallet.ts';
import { eventually } from '../../../../builders/eventually.ts';
import { journalEntry } from '../../../../builders/journal-entry.ts';
import { clientWith, ManualTopic, type Rendered, render } from '../../../../builders/rendered.tsx';

const DRAFT: MessageDraft = { from: 't1from', to: 't1to', value: '1', method: '0', params: { kind: 'none' }, replacesId: 'j1' };
const CALL = { id: 42, method: 'MpoolGetNonce', atMs: 1, tookMs: 1, isCached: false };

let drawn: Rendered | undefined;
afterEach(async () => {
  await drawn?.unmount();
  drawn = undefined;
  draftHandoverStore.setState({ draft: undefined });
});

function client(journal: readonly JournalEntry[], messages: Partial<AppClient['messages']>, isOwn = true): AppClient {
  const accounts = isOwn ? [{ address: journal[0]?.from, label: 'Main key' }] : [];
  return clientWith({
    wallet: { changed: new ManualTopic({ status: 'locked', accounts, phrases: [] } as unknown as WalletState) } as never,
    connections: { changed: new ManualTopic({ activeId: 'a', revision: 1, capabilities: {} } as unknown as ConnectionsState) } as never,
    chain: { headChanged: new ManualTopic({ head: { key: ['k'], height: 7, baseFee: '3000000000' } } as unknown as HeadState) } as never,
    messages: {
      journalChanged: new ManualTopic([...journal]),
      getJournalFile: async () => ({ path: 'sent.journal', damagedLines: 0 }),
      ...messages,
    } as never,
  });
}

async function drawPane(entry: JournalEntry, messages: Partial<AppClient['messages']> = {}, isOwn = true): Promise<Rendered> {
  drawn = await render(
    <JournalPane entry={entry} batchSize={undefined} onShowBatch={() => {}} onClose={() => {}} />,
    client([entry], messages, isOwn),
  );
  return drawn;
}

function shown(isThere: () => boolean | undefined, what: string): Promise<unknown> {
  return eventually(async () => {
    await act(async () => undefined);
    return isThere();
  }, what);
}

function button(container: HTMLElement, name: string): HTMLElement | undefined {
  return [...container.querySelectorAll('button')].find((found) => (found.getAttribute('aria-label') ?? found.textContent) === name);
}

const REPORT: StuckReport = {
  height: 7,
  findings: [
    { id: 'fee-cap', result: 'cause', title: 'Fee cap below the base fee', detail: '2 against 3', calls: [CALL] },
    { id: 'balance', result: 'clear', title: 'Sufficient balance', detail: '', calls: [] },
  ],
  remedies: ['speed-up', 'wait', 'cancel'],
};

test('a message under the base fee is explained without being asked, and its replacement is handed to the composer', async () => {
  const asked: unknown[] = [];
  const { container } = await drawPane(journalEntry(['intent', 'signed', 'in-pool']), {
    explainStuck: async () => REPORT,
    getReplacementDraft: async (input) => {
      asked.push(input);
      return DRAFT;
    },
  });
  await shown(() => container.textContent?.includes('Fee cap below the base fee'), 'the cause');
  expect(container.querySelector('[href="/inspector/42"]')).not.toBeNull();
  expect(container.textContent).toContain('1 other check');
  await act(async () => button(container, 'Cancel message')?.click());
  await shown(() => draftHandoverStore.getState().draft !== undefined, 'the draft');
  expect(asked).toEqual([{ journalId: 'j1', as: 'cancel' }]);
  expect(draftHandoverStore.getState().draft).toEqual(DRAFT);
});

test('a recipient that is named by its ID has the label of the key behind it', async () => {
  const entry = journalEntry(['intent', 'signed', 'pushed', 'replaced']);
  const { container } = await drawPane({ ...entry, to: 't01009', toRobust: entry.from });
  await shown(() => container.textContent?.includes('t01009'), 'the recipient');
  const recipient = [...container.querySelectorAll('[data-copy="t01009"]')].map((each) => each.parentElement?.textContent);
  expect(recipient).toEqual([expect.stringContaining('Main key')]);
});

test('a message that nothing holds up is not called stuck', async () => {
  const { container } = await drawPane(
    journalEntry(['intent', 'signed', 'in-pool'], { gasFeeCap: '4000000000', createdAtMs: Date.now() }),
    {
      explainStuck: async () => ({
        height: 7,
        findings: [{ id: 'nothing', result: 'clear', title: 'No problem found', detail: '', calls: [] }],
        remedies: ['wait'],
      }),
    },
  );
  await act(async () => button(container, 'Why is it stuck?')?.click());
  await shown(() => container.textContent?.includes('No problem found'), 'the answer');
  expect(container.textContent).not.toContain('stuck');
  expect(container.textContent).toContain('No action needed.');
});

test('an endpoint that waits for the vault is unlocked from here', async () => {
  const opened: unknown[] = [];
  const entry = journalEntry(['signed', 'in-pool']);
  const finding = {
    id: 'vault-locked',
    result: 'cause',
    title: 'my-lotus needs the vault to be unlocked',
    detail: '',
    calls: [],
  } satisfies StuckReport['findings'][number];
  const calls = client([entry], { explainStuck: async () => ({ findings: [finding], remedies: ['unlock', 'change-endpoint'] }) });
  const app = {
    openTrusted: async (purpose: unknown) => {
      opened.push(purpose);
      return {};
    },
  };
  drawn = await render(
    <JournalPane entry={entry} batchSize={undefined} onShowBatch={() => {}} onClose={() => {}} />,
    clientWith({ ...calls, app: app as never }),
  );
  const { container } = drawn;
  await shown(() => container.textContent?.includes('my-lotus needs the vault to be unlocked'), 'the cause');
  await act(async () => button(container, 'Unlock')?.click());
  expect(opened).toEqual([{ name: 'unlock' }]);
  expect(container.textContent).toContain('Enter the passphrase in the other window');
});

test('without its key nothing is offered that needs it', async () => {
  const { container } = await drawPane(journalEntry(['signed', 'in-pool']), { explainStuck: async () => REPORT }, false);
  await shown(() => container.textContent?.includes('Fee cap below the base fee'), 'the cause');
  expect(button(container, 'Speed up')).toBeUndefined();
  expect(button(container, 'Cancel message')).toBeUndefined();
  expect(button(container, 'Export')).toBeDefined();
});

test('a gap is filled with the nonce that is missing', async () => {
  const asked: unknown[] = [];
  const entry = journalEntry(['signed', 'in-pool'], { nonce: '9' });
  const { container } = await drawPane(entry, {
    explainStuck: async () => ({
      findings: [{ id: 'nonce-gap', result: 'cause', title: 'Nonce 7 is missing', detail: '', calls: [] }],
      remedies: ['fill-gap'],
      gapNonce: '7',
    }),
    getGapDraft: async (input) => {
      asked.push(input);
      return DRAFT;
    },
  });
  await shown(() => button(container, 'Fill nonce 7') !== undefined, 'the remedy');
  await act(async () => button(container, 'Fill nonce 7')?.click());
  await shown(() => asked.length > 0, 'the draft');
  expect(asked).toEqual([{ from: entry.from, nonce: '7' }]);
});

test('what a push was refused for stands at the top', async () => {
  const { container } = await drawPane(journalEntry(['intent', 'signed'], { isHeld: true }), {
    pushHeld: async () => {
      throw new Error('away');
    },
  });
  await act(async () => button(container, 'Push now')?.click());
  await shown(() => container.textContent?.includes('Could not push the message'), 'the refusal');
});

test('a failed execution says what it was and what the figures say of its fee', async () => {
  const failed = journalEntry(['signed', 'executed'], { exitCode: 2, fee: '0', trouble: 'failed-on-chain' });
  const { container, rerender } = await drawPane(failed);
  expect(container.textContent).toContain('SysErrSenderStateInvalid');
  expect(container.textContent).toContain('The sender paid no fee.');
  await rerender(<JournalPane entry={{ ...failed, fee: '12' }} batchSize={undefined} onShowBatch={() => {}} onClose={() => {}} />);
  expect(container.textContent).toContain('The fee was still charged.');
  await rerender(
    <JournalPane entry={journalEntry(['signed', 'executed'], { exitCode: 2 })} batchSize={1} onShowBatch={() => {}} onClose={() => {}} />,
  );
  expect(container.textContent).not.toMatch(/paid no fee|still charged/);
});

test('what stays here was sent through nothing, and one CID is not told as two', async () => {
  const kept = journalEntry(['intent', 'signed'], { isHeld: true, unsignedCid: 'bafysigned' });
  const labels = () => [...container.querySelectorAll('dt')].map(({ textContent }) => textContent);
  const { container, rerender } = await drawPane(kept);
  expect(labels()).toEqual(expect.arrayContaining(['CID', 'Built with']));
  expect(labels()).not.toContain('Unsigned CID');
  const pushed = journalEntry(['intent', 'signed', 'pushed'], { pushCount: 1 });
  await rerender(<JournalPane entry={pushed} batchSize={undefined} onShowBatch={() => {}} onClose={() => {}} />);
  expect(labels()).toEqual(expect.arrayContaining(['Signed CID', 'Unsigned CID', 'Sent through']));
});

test('an executed call shows what it was given and gave back, where its network is connected', async () => {
  const entry = journalEntry(['signed', 'executed'], { method: '2', methodName: 'Exec' });
  const view = (name: string, address: string): DecodedView => ({
    form: 'typed',
    value: { kind: 'record', fields: [{ name, value: { kind: 'address', value: address } }], count: 1 },
  });
  const asked: unknown[] = [];
  const getMessage = async (input: unknown) => {
    asked.push(input);
    const returned = view('idAddress', 't01234');
    return { params: view('codeOwner', 't0999'), methodName: 'Exec', execution: { exitCode: 0, returned } };
  };
  const clientAt = (genesisCid: string) => {
    const head = { genesisCid, head: { key: ['k'], height: 7, baseFee: '1' } } as unknown as HeadState;
    return { ...client([entry], {}), chain: { headChanged: new ManualTopic(head), getMessage } } as unknown as AppClient;
  };
  const pane = <JournalPane entry={entry} batchSize={undefined} onShowBatch={() => {}} onClose={() => {}} />;
  drawn = await render(pane, clientAt('bafyother'));
  expect(drawn.container.textContent).not.toContain('Effect');
  await drawn.unmount();
  drawn = await render(pane, clientAt(entry.genesisCid));
  const { container } = drawn;
  await shown(() => container.textContent?.includes('t01234'), 'the new address');
  expect(container.textContent).toContain('t0999');
  expect(asked).toEqual([{ cid: entry.signedCid }]);
});

test('a message whose signature was lost is never pushed, and can be replaced at its nonce', async () => {
  const { signedCid: _, ...entry } = journalEntry(['intent', 'signed'], { problem: 'A damaged line may have held it.' });
  const { container } = await drawPane(entry, {
    explainStuck: async () => ({ findings: [], remedies: ['speed-up', 'cancel'] }),
  });
  await shown(() => button(container, 'Cancel message') !== undefined, 'what can be done');
  expect(container.textContent).toContain('Possibly signed');
  expect(button(container, 'Push now')).toBeUndefined();
  expect(button(container, 'Export')).toBeUndefined();
});

test('an approval that was rejected is no failure', async () => {
  const { container } = await drawPane(journalEntry(['intent', 'failed'], { problem: 'You rejected it.' }));
  expect(container.textContent).toContain('Nothing was sent');
  expect(button(container, 'Export')).toBeUndefined();
});

test('a long signed message leaves in numbered codes', async () => {
  const { container } = await drawPane(journalEntry(['intent', 'signed'], { isHeld: true }), {
    exportSigned: async () => ({ json: '{}', hex: '82'.repeat(400), signedCid: 'bafysignedcid', fileName: 'm.json', signedAtMs: 1 }),
  });
  await act(async () => button(container, 'Export')?.click());
  await shown(() => container.querySelector('svg[role="img"]') !== null, 'the code');
  const label = () => container.querySelector('svg[role="img"]')?.getAttribute('aria-label');
  const firstPath = container.querySelector('svg[role="img"] path')?.getAttribute('d');
  expect(label()).toBe('QR code of the signed message, part 1 of 2');
  await act(async () => button(container, 'Next part')?.click());
  expect(label()).toBe('QR code of the signed message, part 2 of 2');
  expect(container.querySelector('svg[role="img"] path')?.getAttribute('d')).not.toBe(firstPath);
  await act(async () => button(container, 'Next part')?.click());
  expect(label()).toBe('QR code of the signed message, part 1 of 2');
});

test('the table marks batches and imported messages, and shows problems', async () => {
  const wellOff = { methodName: 'Send', gasFeeCap: '4000000000', createdAtMs: Date.now() };
  const journal = [
    journalEntry(['signed', 'in-pool'], { id: 'a', batchId: 'b', ...wellOff }),
    journalEntry(['signed', 'in-pool'], { id: 'b', batchId: 'b', ...wellOff }),
    journalEntry(['signed', 'in-pool'], { id: 'd', methodName: 'Propose', createdAtMs: Date.now() }),
    journalEntry(['signed', 'final'], { id: 'c', origin: 'elsewhere', exitCode: 16, methodName: 'WithdrawBalance' }),
  ];
  drawn = await render(<JournalView />, client(journal, {}));
  const { container } = drawn;
  await shown(() => container.textContent?.includes('WithdrawBalance'), 'the table');
  expect(container.textContent).toContain('batch of 2');
  expect(container.textContent).toContain('imported');
  await act(async () => button(container, 'Problems 2')?.click());
  expect(container.textContent).toContain('WithdrawBalance');
  expect(container.textContent).not.toContain('batch of 2');
  expect(container.textContent).toContain('Stuck: fee cap');
  expect(container.textContent).toContain('2 of 4 messages');
});

test('an empty journal says what will stand there', async () => {
  drawn = await render(<JournalView />, client([], {}));
  await shown(() => drawn?.container.textContent?.includes('No messages yet'), 'the empty state');
});

test('the address names the filter, and a message that is not there is said', async () => {
  const journal = [
    journalEntry(['intent', 'signed', 'in-pool'], { id: 'j1', methodName: 'WithdrawBalance' }),
    journalEntry(['intent', 'signed', 'in-pool'], { id: 'j2', methodName: 'ChangeOwnerAddress' }),
  ];
  const { hook, searchHook, history } = memoryLocation({ path: '/journal/nobody?filter=withdraw', record: true });
  drawn = await render(
    <Router hook={hook} searchHook={searchHook}>
      <Route path="/journal/:id?">
        <JournalView />
      </Route>
    </Router>,
    client(journal, {}),
  );
  const { container } = drawn;
  await shown(() => container.textContent?.includes('There is no message under this address'), 'that there is none');
  expect(container.textContent).toContain('WithdrawBalance');
  expect(container.textContent).not.toContain('ChangeOwnerAddress');
  expect(container.querySelector<HTMLInputElement>('input[aria-label="Filter the journal"]')?.value).toBe('withdraw');
  await act(async () => button(container, 'Back to list')?.click());
  expect(history.at(-1)).toBe('/journal?filter=withdraw');
  await shown(() => !container.textContent?.includes('There is no message under this address'), 'the list alone');
});

test('a damaged or restored file of the journal is told, with its path', async () => {
  const file = { path: '/profile/wallet/sent.journal', damagedLines: 2, restored: { keptAs: '/profile/wallet/sent.journal.damaged' } };
  drawn = await render(<JournalView />, client([], { getJournalFile: async () => file }));
  const { container } = drawn;
  await shown(() => container.textContent?.includes('Could not read 2 lines of the journal'), 'the note about lines');
  expect(container.textContent).toContain('The journal was restored from its mirror');
  expect(container.textContent).toContain(`Its content was saved as ${file.restored.keptAs}.`);
  expect(container.textContent).toContain(`The lines are kept in ${file.path}.`);
});
