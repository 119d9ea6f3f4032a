import { homedir } from 'node:os';
import type { HostEnvironment } from './ports.ts';

const VARIABLES = ['FULLNODE_API_INFO', 'MINER_API_INFO', 'STORAGE_API_INFO', 'LOTUS_PATH', 'LOTUS_MINER_PATH'] as const;

/** Read the environment variables that may describe a node, and the home folder. */
export function readHostEnvironment(variables: NodeJS.ProcessEnv = process.env): HostEnvironment {
  const present = VARIABLES.flatMap((name) => {
    const value = variables[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(present), homeFolder: homedir() };
}
