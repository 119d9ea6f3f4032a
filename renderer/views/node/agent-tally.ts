/** The agent's name and version, without its build. */
export function agentName(agent: string): string {
  const cut = /^([^\s+]{1,60})/.exec(agent.trim())?.[1] ?? '';
  return cut === '' ? 'not reported' : cut;
}

export interface AgentCount {
  readonly name: string;
  readonly count: number;
}

/** Number of peers by agent, most frequent first. */
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
