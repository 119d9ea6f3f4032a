import { createContext, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { NodePeer } from '../../../shared/ipc/schemas/node.ts';
import { useClient } from '../../client/client-context.ts';
import { toEnvelope } from '../../hooks/use-query.ts';

/** Limit of the query. */
const MAX_PEERS_PER_QUERY = 50;
/** Collects rows that become visible together into one query. */
const BATCH_DELAY_MS = 60;

export interface PeerAgents {
  /** By peer ID; empty if the peer reports none. */
  readonly known: ReadonlyMap<string, string>;
  readonly isAsking: boolean;
  /** Why agents are not available; no further queries are made. */
  readonly problem: string | undefined;
  /** Queries the agents that are unknown. */
  ask(peerIds: readonly string[]): void;
}

export const PeerAgentsContext = createContext<PeerAgents | undefined>(undefined);

/**
 * Agents of peers, queried when their rows become visible, at most 50 peers in one query and one query at a time. Use the connection
 * as the key of the component to start anew.
 */
export function usePeerAgents(peers: readonly NodePeer[]): PeerAgents {
  const client = useClient();
  const [asked, setAsked] = useState<ReadonlyMap<string, string>>(new Map());
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [isAsking, setIsAsking] = useState(false);
  const waiting = useRef(new Set<string>());
  const requested = useRef(new Set<string>());
  const isRunning = useRef(false);
  const isUnmounted = useRef(false);
  useEffect(() => {
    isUnmounted.current = false;
    return () => {
      isUnmounted.current = true;
    };
  }, []);

  const work = useCallback(async (): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setIsAsking(true);
    try {
      while (waiting.current.size > 0 && !isUnmounted.current) {
        const peerIds = [...waiting.current].slice(0, MAX_PEERS_PER_QUERY);
        for (const peerId of peerIds) waiting.current.delete(peerId);
        const answers = await client.node.getPeerAgents({ peerIds });
        setAsked((before) => new Map([...before, ...answers.map(({ peerId, agent }) => [peerId, agent ?? ''] as const)]));
      }
    } catch (error) {
      waiting.current.clear();
      setProblem(toEnvelope(error).message);
    } finally {
      isRunning.current = false;
      setIsAsking(false);
    }
  }, [client]);

  const ask = useCallback(
    (peerIds: readonly string[]) => {
      const fresh = peerIds.filter((peerId) => !requested.current.has(peerId));
      if (fresh.length === 0) return;
      for (const peerId of fresh) {
        requested.current.add(peerId);
        waiting.current.add(peerId);
      }
      setTimeout(() => void work(), BATCH_DELAY_MS);
    },
    [work],
  );
  const known = useMemo(
    () => new Map([...peers.flatMap(({ peerId, agent }) => (agent === undefined ? [] : [[peerId, agent] as const])), ...asked]),
    [peers, asked],
  );
  return { known, isAsking, problem, ask: problem === undefined ? ask : NO_QUERY };
}

const NO_QUERY = (): void => undefined;
