import { findJsonMembers } from './json-members.ts';

/** Shorter bodies are read whole: that costs less than a frame. */
const SHORT_BYTES = 1024 * 1024;

/**
 * A reply as text in which a long result is `true`: whether a call went well can be told without reading what it answered. What is
 * not an object comes back as it is. The last of equal fields counts, as everywhere in JSON.
 */
export async function shortenReply(body: Buffer): Promise<string> {
  if (body.length <= SHORT_BYTES) {
    return body.toString('utf8');
  }
  const found = await findJsonMembers(body);
  if (found === undefined || found.kind === 'array') {
    // Of what is no object only the beginning is looked at, to say what it is.
    return found === undefined ? body.toString('utf8', 0, SHORT_BYTES) : '[]';
  }
  const fields = found.members.map(({ key = '', start, end }) => {
    const isLongResult = key === 'result' && end - start > SHORT_BYTES / 2;
    return `${JSON.stringify(key)}:${isLongResult ? 'true' : body.toString('utf8', start, end)}`;
  });
  return `{${fields.join(',')}}`;
}
