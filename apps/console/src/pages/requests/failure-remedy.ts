import type { RequestReport } from '@interlingua/console/api'

interface Remedy {
  readonly what: string
  readonly remedy: string
}

/** Meaning of each outcome that is a failure, and the remedy for the people who run the gateway or the client. */
const remedies: Readonly<Record<string, Remedy>> = {
  'invalid-request': { what: 'The request was refused as invalid.', remedy: 'The answer named the field: mend it in the client.' },
  'context-length': {
    what: 'The conversation is too long for the model.',
    remedy: 'Let the client compact it, or route it to a model with more context.',
  },
  precondition: {
    what: 'A precondition of the request was not met.',
    remedy: 'The answer says which one. If a provider refused the gateway, look at the API key of the channel.',
  },
  authentication: {
    what: 'The credentials were refused.',
    remedy: 'If an upstream was called, look at the API key of the channel; else at the key of the client.',
  },
  billing: {
    what: 'The account or the budget is used up.',
    remedy: 'Look at the budget of the key, and at the account with the provider.',
  },
  permission: {
    what: 'This key, or this account, may not do that.',
    remedy: 'Look at the models that the key may use, and at the rights of the account with the provider.',
  },
  'not-found': { what: 'There is no such model or object.', remedy: 'See which channels serve the model: interlingua resolve <model>' },
  conflict: { what: 'The request contradicts the state of its object.', remedy: 'Read the object again, then repeat the request.' },
  'too-large': { what: 'The request is too large.', remedy: 'Send less, or raise limits.bodyBytes in the configuration.' },
  unprocessable: { what: 'The upstream understood the request and would not serve it.', remedy: 'The answer says why.' },
  policy: {
    what: 'A policy refused it.',
    remedy: 'If it is the policy about losses, the answer names the field; another channel may carry it.',
  },
  'rate-limit': {
    what: 'A rate limit was reached.',
    remedy: 'If no upstream was called it is that of the key; else that of the account with the provider: add a channel, or wait.',
  },
  overloaded: { what: 'The upstream is overloaded.', remedy: 'Add a second channel for this model, so that the gateway can go on there.' },
  server: {
    what: 'The upstream failed.',
    remedy: 'Look at the state of the provider; with a second channel for this model the gateway goes on there.',
  },
  timeout: { what: 'The upstream took too long.', remedy: 'Look at timeouts in the configuration, and at the state of the provider.' },
  cancelled: { what: 'The client left before the end.', remedy: 'If it did not mean to, look at its own time limit.' },
  unsupported: { what: 'The target cannot do that.', remedy: 'Route it to a channel that can: interlingua resolve <model>' },
  'truncated-stream': {
    what: 'The answer broke off.',
    remedy: 'Look at proxies between here and the provider, and at the state of the provider.',
  },
  limit: { what: 'A limit was reached.', remedy: 'The answer names it.' },
  'malformed-upstream': {
    what: 'The upstream sent what its format does not allow.',
    remedy: 'Look at the format and the dialect of the channel.',
  },
  interrupted: { what: 'The gateway was ended while it ran.', remedy: 'Its cost at the provider is not known here.' },
}

/** Says what failed and what to do; undefined for a request that went well. */
export function failureRemedy({ outcome }: RequestReport): Remedy | undefined {
  if (outcome === undefined || outcome === 'ok') return undefined
  return remedies[outcome] ?? { what: 'It failed.', remedy: 'The log of the gateway says more.' }
}
