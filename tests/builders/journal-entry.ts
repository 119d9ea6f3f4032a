import type { JournalEntry } from '../../shared/ipc/schemas/journal.ts';

/** A journal entry with these stages, one millisecond apart. */
export function journalEntry(stages: readonly JournalEntry['stage'][], change: Partial<JournalEntry> = {}): JournalEntry {
  return {
    id: 'j1',
    stage: stages.at(-1) ?? 'intent',
    createdAtMs: 1,
    updatedAtMs: 2,
    genesisCid: 'bafygenesis',
    networkName: 'practice',
    connectionName: 'Practice network',
    from: 't1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba',
    to: 't1ick6svk3i23qdgn74hz2yu4wsoryzuaw4h3jk4y',
    nonce: '0',
    value: '1',
    method: '0',
    methodName: 'Send',
    gasLimit: '1000000',
    gasFeeCap: '2000000000',
    gasPremium: '1000000000',
    unsignedCid: 'bafymessage',
    ...(stages.includes('signed') ? { signedCid: 'bafysigned' } : {}),
    origin: 'here',
    isHeld: false,
    pushCount: 0,
    history: stages.map((stage, index) => ({ stage, atMs: index })),
    ...change,
  };
}
