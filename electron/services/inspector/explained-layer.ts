import { defined } from '../../../shared/collections/defined.ts';
import { failureLayer } from '../../../shared/rpc/explain.ts';
import type { FailureLayer } from '../../../shared/rpc/failure-row.ts';
import type { CallFailure } from '../../rpc/call-failure.ts';

/** The layer in the explanation of a failure, for filters. */
export function explainedLayer(method: string, { layer, message, nodeMessage, nodeCode, httpStatus }: CallFailure): FailureLayer {
  return failureLayer({
    method,
    layer,
    message: nodeMessage ?? message,
    ...defined({ code: nodeCode, httpStatus }),
  });
}
