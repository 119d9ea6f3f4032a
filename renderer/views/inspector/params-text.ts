import { parseJson } from '../../lib/parse-json.ts';

/** What is wrong with parameters as typed, in words; undefined when they can be sent. The text itself is what goes out. */
export function paramsProblem(text: string): string | undefined {
  if (text.trim() === '') return 'Parameters are a list: [] when there are none.';
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    return `Not JSON yet: ${cause instanceof Error ? cause.message : 'it cannot be read'}`;
  }
  return Array.isArray(value) ? undefined : 'Parameters are a list: put them between [ and ]. Nodes refuse anything else.';
}

/** The parameters of a recorded request, laid out for editing, every number as it was sent. Undefined when the recording cannot be read. */
export function paramsOfRequest(request: string): string | undefined {
  try {
    const value = parseJson(request);
    if (typeof value !== 'object' || value === null || !('params' in value)) return undefined;
    return JSON.stringify(value.params, undefined, 2);
  } catch {
    // Cut short by the recording's cap: there is nothing to edit.
    return undefined;
  }
}
