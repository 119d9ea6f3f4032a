/** Kinds of software among the peers: name and version, without the build behind it. */
export function agentName(agent: string): string {
  const cut = /^([^\s+]{1,60})/.exec(agent.trim())?.[1] ?? '';
  return cut === '' ? 'does not tell' : cut;
}

export interface AgentCount {
  readonly name: string;
  readonly count: number;
}

/** How many peers run what, the most frequent first. */
export function tallyAgents(agents: Iterable<string>): readonly AgentCount[] {
  const counts = new Map<string, number>();
  for (const agent of agents) {
    const name = agentName(agent);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((left, right) => right.count - left.count || (left.name < right.name ? -1 : 1));
}
