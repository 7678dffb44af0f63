const text = { type: 'string' }

/** Headers of answers. */
export const headerComponents: Readonly<Record<string, object>> = {
  'request-id': { description: 'The name of this request: the one that the client gave it, else one of the gateway.', schema: text },
  'x-request-id': { description: 'The name of this request: the one that the client gave it, else one of the gateway.', schema: text },
  'interlingua-notices': { description: 'What was changed on the way: `dropped=1 approximated=2; chat/top-k, …`', schema: text },
  'retry-after': { description: 'Seconds to wait.', schema: { type: 'integer' } },
  ...Object.fromEntries(
    ['requests', 'tokens'].flatMap((kind) =>
      ['limit', 'remaining', 'reset'].flatMap((fact): [string, object][] => [
        [`anthropic-ratelimit-${kind}-${fact}`, { description: `${fact} of ${kind}, where the key has such a limit.`, schema: text }],
        [`x-ratelimit-${fact}-${kind}`, { description: `${fact} of ${kind}, where the key has such a limit.`, schema: text }],
      ]),
    ),
  ),
}
