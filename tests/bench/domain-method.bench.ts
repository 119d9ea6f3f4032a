/**
 * Parameters of real calls from traces of whole tipsets: decoded to the typed tree with round-trip check, and encoded. Compared with
 * cborg, which stops at byte strings and numbers without a check. No call repeats the previous input.
 */
import { parseAddress } from '../../shared/domain/addresses/address.ts';
import { base64ToBytes, equalBytes } from '../../shared/domain/encoding/bytes.ts';
import { actorTypeFromCode } from '../../shared/domain/methods/actor-code.ts';
import { singletonActorType } from '../../shared/domain/methods/actor-type.ts';
import { decodeParams } from '../../shared/domain/methods/method-decode.ts';
import { encodeDecoded } from '../../shared/domain/methods/method-encode.ts';
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
  // Calls between contracts may have no CBOR header, which cborg cannot decode.
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
