import type { Failure } from '@interlingua/core'

/**
 * An upstream refuses the gateway's own key, bill or rights. No client can mend that, and none may ask for ever: 400 with
 * `x-should-retry: false` is the one answer after which every client stops and shows the words. After a 5xx they try again for minutes, after
 * a 401 or 403 they ask people to log in anew, and Codex stops at nothing but a 400. Words such as "API key" would be taken for the caller's.
 */
export const credentialsRefused: Failure = {
  code: 'precondition',
  message:
    "The upstream of this model refused the gateway's own credentials. Neither your key nor your request is at fault, and asking again does not help: the gateway's operator must renew what this channel signs in with.",
  retryable: false,
}

export function isCredentialsRefused({ code, message }: Failure): boolean {
  return code === credentialsRefused.code && message === credentialsRefused.message
}
