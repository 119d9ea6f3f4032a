import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ShownAttention } from '../../../../../renderer/hooks/use-attention.ts';
import type { QueryState } from '../../../../../renderer/hooks/use-query.ts';
import { AttentionPanel } from '../../../../../renderer/views/overview/AttentionPanel.tsx';
import { ChecksPane } from '../../../../../renderer/views/overview/ChecksPane.tsx';
import { InFlightPanel } from '../../../../../renderer/views/overview/InFlightPanel.tsx';
import { MinersPanel } from '../../../../../renderer/views/overview/MinersPanel.tsx';
import { deadlineWords, gasWords } from '../../../../../renderer/views/overview/miner-words.ts';
import { listFindings } from '../../../../../shared/attention/finding-rows.ts';
import type { Finding, RuleResult } from '../../../../../shared/ipc/schemas/attention.ts';
import type { OwnMiner, OwnMiners } from '../../../../../shared/ipc/schemas/own-miners.ts';
import { clientWith, ManualTopic, type Rendered, render } from '../../../../builders/rendered.tsx';

let drawn: Rendered | undefined;
afterEach(async () => {
  await drawn?.unmount();
  drawn = undefined;
});

const HOSTILE = '\u202Eoops\u0007<img src=x onerror=alert(1)>';
const MINER: OwnMiner = {
  address: 'f01241',
  rawBytes: '1125899906842624',
  qualityAdjusted: '1125899906842624',
  networkQualityAdjusted: '11258999068426240000',
  sectors: { live: 10, active: 8, faulty: 2 },
  deadline: { index: 16, openEpoch: 60, closeEpoch: 120, closeTimeMs: 0, proof: { partitions: 2, proven: 2, sectors: 8 } },
  available: '2563820000000000000000',
  wins: { count: 3, seenEpochs: 1440 },
};

function answer(miners: OwnMiners['miners']): OwnMiners {
  return { pinned: { height: 100, key: ['bafy-of-a-test'], timeMs: 0 }, miners };
}

function query(change: Partial<QueryState<OwnMiners>> = {}): QueryState<OwnMiners> {
  return { data: undefined, dataAtMs: undefined, error: undefined, isLoading: true, isSkeletonDue: true, refresh: vi.fn(), ...change };
}

/** What a screen must never say. */
function expectWhole(text: string | null | undefined): void {
  expect(text).not.toMatch(/NaN|undefined|null|\[object|Infinity/);
}

describe('my miners', () => {
  it('are rows of bars while they are read', async () => {
    drawn = await render(<MinersPanel query={query()} known={undefined} isPinned={false} />);
    expect(drawn.container.querySelector('[role="status"]')?.getAttribute('aria-label')).toBe('Loading');
  });

  it('say why they cannot be read, and read again', async () => {
    const asked = query({ isLoading: false, isSkeletonDue: false });
    const error = { code: 'endpoint-timeout', message: 'Too slow.', retryable: true, details: { method: 'StateMinerPower' } };
    drawn = await render(<MinersPanel query={asked} known={answer({ error })} isPinned={false} />);
    expect(drawn.container.textContent).toContain('Too slow.');
    [...drawn.container.querySelectorAll('button')].at(-1)?.click();
    expect(asked.refresh).toHaveBeenCalledOnce();
  });

  it('say what to do where none is marked', async () => {
    drawn = await render(<MinersPanel query={query()} known={answer({ value: [], calls: [] })} isPinned={false} />);
    expect(drawn.container.textContent).toContain('No miners yet');
  });

  it('have their figures in a row, without those that were not told', async () => {
    drawn = await render(<MinersPanel query={query()} known={answer({ value: [MINER], calls: [] })} isPinned={false} />);
    const cells = [...drawn.container.querySelectorAll('tbody td')].map(({ textContent }) => textContent);
    expect(cells).toEqual(['f01241', '1.00 PiB', '0.0100%', '8', '2', expect.stringContaining('16, proven'), '2,563.82FIL', '…', '3']);
    const { sectors: _, deadline: __, available: ___, wins: ____, ...bare } = MINER;
    await drawn.rerender(<MinersPanel query={query()} known={answer({ value: [bare], calls: [] })} isPinned={false} />);
    expectWhole(drawn.container.textContent);
  });
});

describe('the words of a miner', () => {
  const deadline = (proven: number, partitions = 2) => ({
    index: 16,
    openEpoch: 0,
    closeEpoch: 60,
    closeTimeMs: 0,
    proof: { partitions, proven, sectors: 8 },
  });

  it('tell a proof that is late from one that has time', () => {
    expect(deadlineWords(deadline(0), 10)).toEqual({ tone: 'pending', text: '16, no PoSt yet' });
    expect(deadlineWords(deadline(0), 21)).toEqual({ tone: 'warning', text: '16, no PoSt yet' });
    expect(deadlineWords(deadline(1), 21).text).toBe('16, 1 of 2 proven');
    expect(deadlineWords(deadline(0, 0), 21)).toEqual({ tone: 'neutral', text: '16, no sectors to prove' });
    expect(deadlineWords(deadline(2), 21, 1)).toEqual({ tone: 'warning', text: '16, 1 faulty' });
    expect(deadlineWords(deadline(2), 21).tone).toBe('success');
    const { proof: _, ...untold } = deadline(0);
    expect(deadlineWords(untold, 21)).toEqual({ tone: 'neutral', text: '16' });
  });

  it('take the key that runs dry first', () => {
    const key = (address: string, daysLeft: number) => ({
      role: 'Control 0',
      address,
      balance: '5',
      runway: { spentADay: '1', daysLeft, seenDays: 3 },
    });
    const standing = (...keys: NonNullable<OwnMiner['standing']>['keys']) => ({ ...MINER, standing: { readAtMs: 0, keys } });
    expect(gasWords(standing(key('f01', 96.4), key('f02', 3.9)), false)).toMatchObject({ text: '3 d', isLow: true, isKnown: true });
    expect(gasWords(standing(key('f01', 96.4)), false)).toMatchObject({ text: '96 d', isLow: false });
    expect(gasWords(standing({ role: 'Worker', address: 'f03', balance: '0' }), false)).toMatchObject({ text: 'empty', isLow: true });
    expect(gasWords(standing({ role: 'Worker', address: 'f03', balance: '9' }), false)).toMatchObject({
      text: 'needs 6 h',
      isKnown: false,
    });
    expect(gasWords(standing(key('f01', 3)), true).text).toBe('–');
    expect(gasWords(standing(key('f01', 5000)), false).text).toBe('>10 y');
  });
});

describe('what needs attention', () => {
  const fault: Finding = {
    id: 'faults genesis f01 15',
    rule: 'faults',
    severity: 'critical',
    urgency: 'Act now',
    title: 'Deadline 15 is faulty',
    detail: '2 sectors',
    reckoning: 'By the rule.',
    action: { label: 'Recover', route: '/miners/f01?deadline=15' },
  };
  const RESULTS: readonly RuleResult[] = [
    { rule: 'faults', state: 'found' },
    { rule: 'debt', state: 'ok', words: 'No miner has a fee debt.' },
    { rule: 'vault', state: 'not-applicable', words: 'No vault.' },
  ];
  const shown = (findings: readonly Finding[], results = RESULTS): ShownAttention => ({ results, findings, ...listFindings(findings) });

  it('reads “nothing” only once it is known', async () => {
    const panel = (isKnown: boolean, attention: ShownAttention | undefined) => (
      <AttentionPanel attention={attention} isKnown={isKnown} onAllChecks={() => {}} areChecksOpen={false} />
    );
    drawn = await render(panel(true, undefined));
    expect(drawn.container.textContent).not.toContain('Nothing');
    await drawn.rerender(panel(false, shown([], RESULTS.slice(1))));
    expect(drawn.container.textContent).not.toContain('Nothing');
    await drawn.rerender(panel(true, shown([], RESULTS.slice(1))));
    expect(drawn.container.textContent).toContain('Nothing needs attention1 check run.');
    await drawn.rerender(panel(true, shown([], [...RESULTS.slice(1), { rule: 'deals', state: 'unknown', words: 'Not read.' }])));
    expect(drawn.container.textContent).toContain('No issues found so far1 check run, 1 could not run');
    expect(drawn.container.textContent).not.toContain('Nothing needs attention');
  });

  it('is a list with actions, and opens all checks', async () => {
    const onAllChecks = vi.fn();
    drawn = await render(<AttentionPanel attention={shown([fault])} isKnown onAllChecks={onAllChecks} areChecksOpen={false} />);
    expect(drawn.container.textContent).toContain('1 now');
    const names = [...drawn.container.querySelectorAll('button')].map(({ textContent }) => textContent);
    expect(names).toEqual(['All checks', 'Recover']);
    drawn.container.querySelector('button')?.click();
    expect(onAllChecks).toHaveBeenCalledOnce();
  });

  it('shows the first rows, says how many more there are, and what those of one miner cost together', async () => {
    const finding = (index: number, group: string | undefined, costADay: bigint): Finding => ({
      id: `f${index}`,
      rule: 'faults',
      ...(group === undefined ? {} : { group }),
      severity: 'warning',
      urgency: 'Soon',
      title: `Finding ${index}`,
      detail: 'A detail',
      costADay: costADay.toString(),
      action: { label: 'Open', route: '/node' },
    });
    const findings = [0, 1, 2, 3, 4, 5, 6].map((index) =>
      finding(index, index < 2 ? 'faults f01' : undefined, BigInt(20 - index) * 10n ** 18n),
    );
    drawn = await render(<AttentionPanel attention={shown(findings)} isKnown onAllChecks={() => {}} areChecksOpen={false} />);
    expect([...drawn.container.querySelectorAll('li')].map((row) => row.querySelector('.m')?.textContent)).toEqual([
      'Finding 0',
      'Finding 2',
      'Finding 3',
      'Finding 4',
    ]);
    expect(drawn.container.textContent).toContain('1 more; in total 39 FIL a day until recovered');
    expect(drawn.container.textContent).toContain('2 more');
    expect(drawn.container.textContent).toContain('6 now');
  });

  it('is listed with every check, its result and how the cost was computed', async () => {
    const results: readonly RuleResult[] = [
      ...RESULTS.map((result) => (result.rule === 'faults' ? { ...result, gap: 'Not checked: f01242.' } : result)),
      { rule: 'deals', state: 'unknown', words: 'None found.', gap: 'Not checked: f01243.' },
    ];
    drawn = await render(<ChecksPane attention={shown([fault], results)} onClose={() => {}} />);
    const text = drawn.container.textContent ?? '';
    for (const part of [
      '2 checks run, 1 could not run',
      'Needs attention: 1 now',
      '1 found (listed above). Not checked: f01242.',
      'Faulty sectors',
      'Deadline 15 is faulty',
      'By the rule.',
      'No miner has a fee debt.',
      'Not checked: f01243. None found.',
      'Not applicable',
      'No vault.',
    ]) {
      expect(text).toContain(part);
    }
    expectWhole(text);
  });

  it('counts a message that two rules found once in the list, and in each of its checks', async () => {
    const stuck: Finding = { ...fault, id: 'waits genesis m', rule: 'waits', title: 'Message pending' };
    const refused: Finding = { ...stuck, id: 'refused genesis m', rule: 'refused', isRepeat: true };
    const results: readonly RuleResult[] = [
      { rule: 'waits', state: 'found' },
      { rule: 'refused', state: 'found' },
    ];
    drawn = await render(<ChecksPane attention={shown([stuck, refused], results)} onClose={() => {}} />);
    expect(drawn.container.textContent?.match(/Message pending/g)).toHaveLength(1);
    expect(drawn.container.textContent?.match(/1 found \(listed above\)/g)).toHaveLength(2);
  });
});

describe('what is under way', () => {
  it('names what was begun, hostile names as text', async () => {
    const read = { readId: 'r', address: 'f01000', state: 'running', phase: HOSTILE };
    const passport = { connectionId: 'c', connectionName: HOSTILE, verdict: 'running' };
    const journal = [
      { id: '1', stage: 'in-pool', isHeld: false },
      { id: '2', stage: 'signed', isHeld: true },
      { id: '3', stage: 'final', isHeld: false },
    ];
    const list = <T,>(items: readonly T[]) => new ManualTopic<unknown>([...items]) as never;
    const client = clientWith({
      messages: { journalChanged: list(journal) },
      state: { readProgressed: list([read]) },
      connections: { passportsChanged: list([passport]), changed: new ManualTopic<unknown>() as never },
      inspector: { changed: new ManualTopic<unknown>({ inFlightCount: 3 }) as never },
    });
    drawn = await render(
      <InFlightPanel
        miners={[{ ...MINER, standing: { readAtMs: 0, keys: [], sealing: { PreCommit1: 4, Proving: 9, CommitFailed: 1 } } }]}
      />,
      client,
    );
    const text = drawn.container.textContent ?? '';
    expect(text).toContain('Sealing4 sectors');
    expect(text).toContain('Calls3 calls');
    expectWhole(text);
    expect(drawn.container.querySelector('img')).toBeNull();
    expect(text).not.toContain('\u202E');
  });
});
