import { useEffect, useRef } from 'react';
import { useTopic } from '../hooks/use-topic.ts';
import { showToast } from '../lib/toast.tsx';
import { findNews } from './journal-news.ts';

/** Tells once when a message of ours becomes final, fails or is stuck. Looks whenever the journal or the head changes. */
export function useJournalNews(): void {
  const entries = useTopic('messages.journalChanged');
  const baseFee = useTopic('chain.headChanged', (head) => head?.head?.baseFee);
  const height = useTopic('chain.headChanged', (head) => head?.head?.height);
  const told = useRef<Set<string> | undefined>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new head may make a message late
  useEffect(() => {
    // Before the head is known nothing can be called stuck, and all of it would seem new afterwards.
    if (entries === undefined || baseFee === undefined) return;
    const isFirst = told.current === undefined;
    told.current ??= new Set();
    for (const news of findNews(entries, told.current, { baseFee: BigInt(baseFee), nowMs: Date.now(), isFirst })) showToast(news);
  }, [entries, baseFee, height]);
}
