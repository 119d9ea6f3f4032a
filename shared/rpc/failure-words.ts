/** Why an endpoint is not in use, by error code. */
export function failureWords(code: string | undefined): { readonly tone: 'warning' | 'danger'; readonly words: string } {
  switch (code) {
    case 'not-connected':
      return { tone: 'warning', words: 'no endpoint' };
    case 'vault-locked':
      return { tone: 'warning', words: 'vault locked' };
    case 'wrong-network':
      return { tone: 'danger', words: 'wrong network' };
    case 'endpoint-unauthorised':
      return { tone: 'danger', words: 'token rejected' };
    case 'endpoint-rate-limited':
      return { tone: 'warning', words: 'rate-limited' };
    case 'endpoint-bad-reply':
      return { tone: 'danger', words: 'invalid responses' };
    case 'method-not-served':
    case 'node-error':
      return { tone: 'danger', words: 'calls refused' };
    case 'internal':
      return { tone: 'danger', words: 'updates stopped' };
    default:
      return { tone: 'danger', words: 'not responding' };
  }
}
