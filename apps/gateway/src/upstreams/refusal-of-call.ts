import type { Target } from '../channels/create-resolver.ts'
import { failureOfSocket } from '../faults/failure-of-socket.ts'
import { ChannelUnavailable } from './channel-unavailable.ts'
import { judgeFailure } from './judge-failure.ts'
import type { Refusal } from './refusal.ts'

/**
 * A call without an answer. Before there was a connection to write to, nothing can have been carried out: that is known for certain. Of a
 * connection that broke later, an old one that was kept alive included, nobody can tell whether the upstream had read the request.
 */
export function refusalOfCall({ channel }: Target, error: Error, sent: boolean): Refusal {
  const failure = failureOfSocket(error, sent)
  if (!(error instanceof ChannelUnavailable)) return { fault: { failure }, decision: sent ? judgeFailure(channel, failure) : 'retry' }
  // A full line was waited for already.
  const wait = error.reason === 'full' ? 1_000 : channel.circuit.openForMs()
  return { fault: { failure }, decision: 'next-channel', wait }
}
