/**
 * Simulates another user of the machine who got data from a compromised app. A separate process that only needs Node, without this
 * checkout. Reads {appOrigin, trustedOrigin, texts, proof?} from its input and writes the result of each attempt.
 */
import { webcrypto as crypto } from 'node:crypto';
import { request } from 'node:http';

let input = '';
for await (const chunk of process.stdin) input += chunk;
const { appOrigin, trustedOrigin, texts, proof } = JSON.parse(input);
const attempts = [];

// Texts, their fragments and tickets: everything that could be a secret.
const secrets = new Set(['']);
for (const text of texts) {
  secrets.add(text);
  if (!text.includes('#')) continue;
  const fields = new URLSearchParams(text.slice(text.indexOf('#') + 1));
  for (const value of fields.values()) secrets.add(value);
}
const own = await createKey();
const answers = [own.sign, async () => '{"type":"call","id":1,"name":"guarded.unlock","input":{"secret":"x"}}'];
if (proof !== undefined) answers.push(async () => JSON.stringify(proof));

for (const origin of [trustedOrigin, appOrigin, undefined]) {
  for (const secret of secrets) {
    const posts = { '/session': { ticket: secret }, '/pair': { ticket: secret, publicKey: own.publicKey } };
    for (const [path, body] of Object.entries(posts)) {
      const answer = await post(trustedOrigin, path, origin, body);
      attempts.push({ name: `POST ${path} as ${origin}`, outcome: String(answer.status) });
      const token = answer.status === 200 ? JSON.parse(answer.body).token : undefined;
      if (token !== undefined) await openSockets(origin, token);
    }
    await openSockets(origin, secret);
  }
}
process.stdout.write(JSON.stringify({ uid: process.getuid?.(), attempts }));

async function openSockets(origin, token) {
  for (const answer of answers) attempts.push({ name: `socket as ${origin}`, outcome: await speak(origin, token, answer) });
}

function post(to, path, origin, body) {
  return new Promise((resolve, reject) => {
    const { host, port } = new URL(to);
    const headers = {
      host,
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      ...(origin === undefined ? {} : { origin }),
    };
    const sent = request({ host: '127.0.0.1', port, method: 'POST', path, headers, agent: false }, async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode, body: text });
    });
    sent.on('error', reject);
    sent.end(JSON.stringify(body));
  });
}

/** A hand-written WebSocket client: replies to the first message, then calls as the trusted document; returns the result. */
function speak(origin, token, answer) {
  return new Promise((resolve, reject) => {
    const { host, port } = new URL(trustedOrigin);
    const offered = token === '' ? 'sextant.v1' : `sextant.v1, token.${encodeURIComponent(token)}`;
    const headers = {
      host,
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': Buffer.from('0123456789abcdef').toString('base64'),
      'sec-websocket-protocol': offered,
      ...(origin === undefined ? {} : { origin }),
    };
    const sent = request({ host: '127.0.0.1', port, path: '/socket', headers, agent: false }, (response) => {
      response.resume();
      resolve(String(response.statusCode));
    });
    sent.on('error', reject);
    sent.on('upgrade', (_response, socket, head) => {
      let bytes = head;
      const onBytes = async () => {
        while (bytes.length >= 2) {
          const size = bytes[1] & 127;
          const start = size === 126 ? 4 : 2;
          const length = size === 126 ? bytes.readUInt16BE(2) : size;
          if (bytes.length < start + length) return;
          const [opcode, payload] = [bytes[0] & 15, bytes.subarray(start, start + length)];
          bytes = bytes.subarray(start + length);
          if (opcode === 8) {
            resolve(`closed ${payload.readUInt16BE(0)}`);
            socket.destroy();
            return;
          }
          const message = JSON.parse(payload.toString());
          if (message.type === 'challenge') socket.write(frame(await answer(message.challenge)));
          else if (message.type === 'welcome') socket.write(frame('{"type":"call","id":1,"name":"guarded.unlock","input":{"secret":"x"}}'));
          else {
            resolve(payload.toString());
            socket.destroy();
          }
        }
      };
      socket.on('data', (chunk) => {
        bytes = Buffer.concat([bytes, chunk]);
        void onBytes();
      });
      socket.on('error', reject);
      socket.on('close', () => resolve('closed without a word'));
      void onBytes();
    });
    sent.end();
  });
}

function frame(text) {
  const payload = Buffer.from(text);
  const head =
    payload.length < 126
      ? Buffer.from([0x81, 0x80 | payload.length])
      : Buffer.from([0x81, 0xfe, payload.length >> 8, payload.length & 255]);
  // Masked with zeros.
  return Buffer.concat([head, Buffer.alloc(4), payload]);
}

async function createKey() {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
  const publicKey = Buffer.from(await crypto.subtle.exportKey('spki', pair.publicKey)).toString('base64');
  const sign = async (challenge) => {
    const text = Buffer.from(`sextant trusted document\n${trustedOrigin}\n${challenge}`);
    const signature = Buffer.from(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, pair.privateKey, text)).toString('base64');
    return JSON.stringify({ type: 'proof', publicKey, signature });
  };
  return { publicKey, sign };
}
