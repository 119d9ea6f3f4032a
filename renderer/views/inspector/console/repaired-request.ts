import type { CallDetail } from '../../../../shared/ipc/schemas/inspector.ts';
import { readJsonText } from '../../../../shared/rpc/json-text.ts';
import { isPlainRead, methodFacts } from '../../../../shared/rpc/methods.ts';
import { bareMethod, paramNames } from '../../../../shared/rpc/repair.ts';
import { MASK } from '../../../../shared/text/mask.ts';
import { fieldText } from '../../../lib/json-layout.ts';

type Repair = NonNullable<NonNullable<CallDetail['explanation']>['repair']>;
export type RequestRepair = Extract<Repair, { kind: 'request' }>;

/** Why a call cannot be sent again as it was. */
export const NOT_ITS_ENDPOINT = 'Its endpoint is not saved here or has a different URL now. Edit the call and choose a target.';

export function requestRepairOf(call: CallDetail): RequestRepair | undefined {
  const repair = call.explanation?.repair;
  return repair?.kind === 'request' ? repair : undefined;
}

/** Parameters of a repair, digits as they are. */
export function paramsOfRepair(repair: RequestRepair): string {
  return fieldText(repair.request, 'params') ?? '[]';
}

/** Why a repaired request cannot be sent with one press; undefined where it can. */
export function repairBlocker(call: CallDetail, repair: RequestRepair): string | undefined {
  if (call.sendAgainTo === undefined) return NOT_ITS_ENDPOINT;
  if (repair.blanks.length > 0) return `Fill in first: ${repair.blanks.join(', ')}.`;
  if (repair.request.includes(MASK)) return 'Part of the request is masked in the recording. Fill it in first.';
  if (methodFacts(repair.method) === undefined) return 'Sextant does not know this method. Review the call before you send it.';
  return isPlainRead(repair.method) ? undefined : 'This method may change the node or the chain. Review the call before you send it.';
}

/** Paths of what a repair changed, within `{"method", "params"}`. */
export function changedPaths(requestText: string, repair: RequestRepair): readonly string[] {
  const before = itemTexts(fieldText(requestText, 'params'));
  const after = itemTexts(fieldText(repair.request, 'params')) ?? [];
  const changed = after.flatMap((text, index) => (before?.[index] === text ? [] : [`params[${index}]`]));
  const methodBefore = fieldText(requestText, 'method');
  const hasOtherMethod = methodBefore !== undefined && methodBefore !== JSON.stringify(repair.method);
  return [...(hasOtherMethod ? ['method'] : []), ...changed];
}

function itemTexts(list: string | undefined): readonly string[] | undefined {
  if (list === undefined) return undefined;
  const reading = readJsonText(list);
  if ('problem' in reading || reading.node.kind !== 'array') return undefined;
  return reading.node.items.map((item) => list.slice(item.from, item.to));
}

/** What a parameter is called, for a line that says which one is meant. */
export function paramName({ summary, url }: CallDetail, index: number): string | undefined {
  return paramNames(bareMethod(summary.method), /\/rpc\/v2\b/.test(url) ? 'v2' : undefined)?.[index];
}
