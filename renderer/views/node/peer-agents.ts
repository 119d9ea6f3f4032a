import { createContext, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { NodePeer } from '../../../shared/ipc/schemas/node.ts';
import { useClient } from '../../client/client-context.ts';
import { toEnvelope } from '../../hooks/use-query.ts';

/** What one question may name. */
const AT_ONCE = 50;
/** Rows that come into view together are asked together. */
const GATHER_MS = 60;

export interface PeerAgents {
  /** By peer id; an empty text where the peer does not tell. */
  readonly known: ReadonlyMap<string, string>;
  readonly isAsking: boolean;
  /** Why none can be had; then nobody is asked any more. */
  readonly problem: string | undefined;
  /** Asks for the agents of peers that are not known yet. */
  ask(peerIds: readonly string[]): void;
}

export const PeerAgentsContext = createContext<PeerAgents | undefined>(undefined);

/**
 * Agents of peers, asked for when their rows come into view. The node is asked for at most 50 at a time, one question after the
 * other. A new connection begins anew: give it as the key of the component.
 */
export function usePeerAgents(peers: readonly NodePeer[]): PeerAgents {
  const client = useClient();
  const [asked, setAsked] = useState<ReadonlyMap<string, string>>(new Map());
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [isAsking, setIsAsking] = useState(false);
  const waiting = useRef(new Set<string>());
  const requested = useRef(new Set<string>());
  const isRunning = useRef(false);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);

  const work = useCallback(async (): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setIsAsking(true);
    try {
      while (waiting.current.size > 0 && !isGone.current) {
        const peerIds = [...waiting.current].slice(0, AT_ONCE);
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
      setTimeout(() => void work(), GATHER_MS);
    },
    [work],
  );
  const known = useMemo(
    () => new Map([...peers.flatMap(({ peerId, agent }) => (agent === undefined ? [] : [[peerId, agent] as const])), ...asked]),
    [peers, asked],
  );
  return { known, isAsking, problem, ask: problem === undefined ? ask : NOBODY };
}

const NOBODY = (): void => undefined;
