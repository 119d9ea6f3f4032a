import { findJsonMembers } from './json-members.ts';

/** Shorter bodies are parsed completely, in less than a frame. */
const SHORT_BYTES = 1024 * 1024;

/**
 * A reply as text with a long result replaced by `true`, to see whether a call succeeded without parsing its result. Anything other than
 * an object is returned unchanged. Of duplicate fields, the last one counts.
 */
export async function shortenReply(body: Buffer): Promise<string> {
  if (body.length <= SHORT_BYTES) {
    return body.toString('utf8');
  }
  const found = await findJsonMembers(body);
  if (found === undefined || found.kind === 'array') {
    // Not an object: the beginning is enough to classify it.
    return found === undefined ? body.toString('utf8', 0, SHORT_BYTES) : '[]';
  }
  const fields = found.members.map(({ key = '', start, end }) => {
    const isLongResult = key === 'result' && end - start > SHORT_BYTES / 2;
    return `${JSON.stringify(key)}:${isLongResult ? 'true' : body.toString('utf8', start, end)}`;
  });
  return `{${fields.join(',')}}`;
}
