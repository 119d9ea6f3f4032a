import { Agent, request } from 'node:http';

/** Post all bodies, `inFlight` at a time, over keep-alive connections; resolves with replies in order and the duration. */
export async function postAll(
  url: string,
  bodies: readonly string[],
  inFlight: number,
  pathOf: (index: number) => string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ replies: Buffer[]; tookMs: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: inFlight });
  const replies: Buffer[] = new Array(bodies.length);
  let next = 0;
  const startedMs = performance.now();
  const lane = async () => {
    for (let index = next++; index < bodies.length; index = next++) {
      replies[index] = await post(agent, new URL(pathOf(index), url), bodies[index] ?? '', headers);
    }
  };
  try {
    await Promise.all(Array.from({ length: inFlight }, lane));
    return { replies, tookMs: performance.now() - startedMs };
  } finally {
    agent.destroy();
  }
}

function post(agent: Agent, url: URL, body: string, headers: Readonly<Record<string, string>>): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      { agent, method: 'POST', headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers } },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('end', () => resolve(Buffer.concat(chunks)));
        incoming.on('error', reject);
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
