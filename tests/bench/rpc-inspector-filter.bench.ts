/**
 * Three filters over 100,000 recorded calls, from text to matches, compared with a bare scan of the same array that tests one field.
 * Measures a new filter; afterwards a list only tests new calls.
 */
import { parseCallFilter } from '../../shared/inspector/call-filter.ts';
import { compileCallFilter } from '../../shared/inspector/compile-call-filter.ts';
import type { CallSummary } from '../../shared/ipc/schemas/inspector.ts';
import { compare } from './lib/compare.ts';
import { report } from './lib/report.ts';

const CALLS = 100_000;
const METHODS = ['ChainHead', 'ChainNotify', 'StateMinerPower', 'StateMinerInfo', 'StateGetActor', 'MpoolPending', 'EthCall', 'NetPeers'];
const SCREENS = ['overview: power', 'overview: head', 'miner: deadlines', 'tipset: messages', 'user'];

// Every record has its own strings, as in recordings, so that identity comparison does not help.
const calls: CallSummary[] = Array.from({ length: CALLS }, (_, index) => ({
  id: index + 1,
  atMs: 1_700_000_000_000 + index,
  connectionId: 'c',
  connectionName: index % 3 === 0 ? 'Practice harbour' : 'Own node',
  method: `Filecoin.${METHODS[index % METHODS.length]}`,
  transport: 'http',
  kind: index % 9 === 0 ? 'frame' : 'call',
  status: index % 50 === 0 ? 'error' : 'ok',
  ...(index % 50 === 0 ? { errorCode: -32601, errorMessage: `method 'Filecoin.X${index}' not found`, layer: 'rpc' as const } : {}),
  paramsPreview: `["f0${index}", [{"/":"bafy2bzacecnamqgqmifpluoeldx7zzglxcljo6oja4vrmtj7432rph${index}"}]]`,
  tookMs: (index * 7919) % 3000,
  requestBytes: 120,
  responseBytes: (index * 104_729) % 2_000_000,
  cause: SCREENS[index % SCREENS.length] ?? '',
}));

const filters = [
  { name: 'by fields', text: 'method:State* dur:>500ms' },
  { name: 'by groups', text: '(status:error or size:>1MB) -kind:frame cause:overview' },
  { name: 'by text', text: 'f01234 or "not found"' },
];

const count = (test: (call: CallSummary) => boolean): number => {
  let found = 0;
  for (const call of calls) if (test(call)) found += 1;
  return found;
};

for (const { name, text } of filters) {
  const filter = () => count(compileCallFilter(parseCallFilter(text)));
  if (filter() === 0) throw new Error(`The filter ${text} matches nothing, so that it measures nothing.`);
  const scan = () => count((call) => call.status === 'error');
  const { perSecond, baselinePerSecond, ratio } = compare({ calls: 3, rounds: 9, operation: filter, baseline: scan });
  report({
    bench: `inspector: filter ${CALLS} calls ${name}`,
    unit: 'ms',
    measured: 1000 / perSecond,
    baseline: { name: 'bare scan of one field', value: 1000 / baselinePerSecond },
    ratio: 1 / ratio,
    aim: '≤ 50 ms',
    note: text,
  });
}
