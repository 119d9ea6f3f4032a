/**
 * Parameters of real calls, from the traces of whole tipsets: to the typed tree with the proof that it is written as the same bytes,
 * and from the tree to the bytes. Beside cborg, which stops at byte strings and numbers and proves nothing. No call repeats the input
 * of the one before.
 */
import { actorTypeFromCode } from '../../shared/domain/actor-code.ts';
import { singletonActorType } from '../../shared/domain/actor-type.ts';
import { parseAddress } from '../../shared/domain/address.ts';
import { base64ToBytes, equalBytes } from '../../shared/domain/bytes.ts';
import { decodeParams } from '../../shared/domain/method-decode.ts';
import { encodeDecoded } from '../../shared/domain/method-encode.ts';
import { decodeWithCborg, encodeWithCborg } from '../builders/cborg-links.ts';
import { tracedCalls } from '../builders/traced-calls.ts';
import { compare } from './lib/compare.ts';
import { report } from './lib/report.ts';

const CALLS = 2000;

const samples = tracedCalls().flatMap(({ call: { Msg, InvokedActor }, networkVersion }) => {
  const code = InvokedActor?.State?.Code?.['/'];
  const type = code === undefined ? singletonActorType(parseAddress(Msg.To)) : actorTypeFromCode(code);
  const bytes = base64ToBytes(Msg.Params ?? '');
  const method = BigInt(Msg.Method);
  const read = () => decodeParams(type, method, bytes, { networkVersion, actorTypeOfCode: actorTypeFromCode });
  // Calls between contracts may stand without a CBOR head, which is nothing for cborg.
  if (type === undefined || bytes.length === 0 || Msg.ParamsCodec === 0x55 || read().form !== 'typed') return [];
  const value: unknown = decodeWithCborg(bytes);
  if (!equalBytes(encodeWithCborg(value), bytes)) throw new Error('cborg writes these parameters otherwise.');
  return [{ bytes, read, tree: read(), value }];
});
if (samples.length < 100) throw new Error(`There are only ${samples.length} calls with typed parameters.`);

beside(
  'parameters to the typed tree',
  ({ read }) => read(),
  'cborg to a tuple of bytes and numbers',
  ({ bytes }) => decodeWithCborg(bytes),
);
beside(
  'typed tree to parameters',
  ({ tree }) => encodeDecoded(tree),
  'cborg of the ready tuple',
  ({ value }) => encodeWithCborg(value),
);

type Sample = (typeof samples)[number];

function beside(bench: string, operation: (sample: Sample) => unknown, name: string, baseline: (sample: Sample) => unknown): void {
  const { perSecond, baselinePerSecond, ratio } = compare({
    calls: CALLS,
    operation: (index) => operation(samples[index % samples.length] as Sample),
    baseline: (index) => baseline(samples[index % samples.length] as Sample),
  });
  const note = `${samples.length} traced calls of built-in actors and contracts`;
  report({ bench, unit: 'calls/s', measured: perSecond, baseline: { name, value: baselinePerSecond }, ratio, aim: 'none', note });
}
