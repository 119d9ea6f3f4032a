import { useMemo } from 'react';
import { useStore } from 'zustand/react';
import { type Attention, attentionOf } from '../lib/attention/attention.ts';
import { chainNowMs } from '../lib/chain-clock.ts';
import { ownBalances } from '../stores/own-balances.ts';
import { useNow } from './use-now.ts';
import { useTopic } from './use-topic.ts';

/** Words and thresholds count minutes; to the second nothing changes. */
const STEP_MS = 10_000;

/** What needs attention, from what is known without asking; the same on every screen. */
export function useAttention(): Attention {
  const head = useTopic('chain.headChanged');
  const connections = useTopic('connections.changed');
  const passports = useTopic('connections.passportsChanged');
  const passportFile = useTopic('connections.passportFileChanged');
  const historyFile = useTopic('history.fileChanged');
  const journal = useTopic('messages.journalChanged');
  const wallet = useTopic('wallet.changed');
  const ownMiners = useTopic('ownMiners.changed');
  const balances = useStore(ownBalances);
  const nowMs = Math.floor(useNow() / STEP_MS) * STEP_MS;
  return useMemo(
    () =>
      attentionOf({
        head,
        connections,
        passports: passports ?? [],
        passportFile,
        historyFile,
        journal,
        wallet,
        ownMiners,
        balances: balances.genesisCid !== undefined && balances.genesisCid === head?.genesisCid ? balances.byAddress : undefined,
        nowMs,
        chainNowMs: chainNowMs(head?.head?.timeMs, nowMs, connections?.capabilities),
      }),
    [head, connections, passports, passportFile, historyFile, journal, wallet, ownMiners, balances, nowMs],
  );
}
