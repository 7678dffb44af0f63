import type { Target } from '../channels/create-resolver.ts'
import type { Exchange } from '../exchange.ts'

/**
 * The name that an answer is to give its model: the one that the client asked for, where an alias or a route chose another. Claude Code drops
 * its own thinking of an earlier run where the name is not the one it asks for. `undefined`: as the upstream says.
 */
export function answerName({ model }: Exchange, { channel, renamed }: Target): string | undefined {
  return renamed && channel.answerModel === 'asked' && model !== '' ? model : undefined
}
