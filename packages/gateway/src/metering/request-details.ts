import { tokensOfUsage } from '@interlingua/access'
import type { CallLog, Outcome } from './outcome.ts'
import { wordsOfFailure } from './words-of-failure.ts'
import type { AttemptDetail, RequestDetails } from '@interlingua/store'

const mostNotices = 64
/** Largest length of a place or id from outside. */
const longest = 512

/**
 * Details of a request that has ended: each call of an upstream, and each loss. Undefined for a request whose only call went well, without losses,
 * since its record tells all.
 */
export function detailsOf(outcome: Outcome, result: string): RequestDetails | undefined {
  const { calls = [], client, notices, upstreamId, errorMessage } = outcome
  const isPlain = result === 'ok' && calls.length <= 1 && notices.length === 0
  if (isPlain && upstreamId === undefined) return undefined
  const now = performance.now()
  const since = (time: number): number => Math.round((time - client.startedAt) * 10) / 10
  const attempts = calls.map((call, index): AttemptDetail => {
    const { target, from, head, to, status, failure, message } = call
    const words = message === undefined ? undefined : wordsOfFailure(message)
    const next = calls[index + 1]
    return {
      channel: target.channel.name,
      model: target.model,
      from: since(from),
      to: since(to ?? next?.from ?? now),
      ...(head !== undefined && { head: since(head) }),
      ...(status !== undefined && { status }),
      outcome: failure ?? (next === undefined ? result : 'ok'),
      ...(words !== undefined && { message: words }),
      ...costOfCall(outcome, call),
    }
  })
  const words = errorMessage === undefined ? undefined : wordsOfFailure(errorMessage)
  return {
    ...(!isPlain && attempts.length > 0 && { attempts }),
    ...(notices.length > 0 && {
      notices: notices.slice(0, mostNotices).map(({ code, kind, path }) => ({ code, kind, path: path.slice(0, longest) })),
    }),
    ...(upstreamId !== undefined && { upstreamId: upstreamId.slice(0, longest) }),
    ...(words !== undefined && { errorMessage: words }),
  }
}

/** Usage of a call whose answer was thrown away, and its cost. */
function costOfCall({ admitted, client }: Outcome, call: CallLog): Pick<AttemptDetail, 'tokens' | 'costMicros'> {
  const paid = admitted?.attemptCosts?.find((cost) => cost.call === call)
  if (paid === undefined) return {}
  const { target, usage } = paid
  const costMicros = client.gateway.prices.costOf(usage, target.channel.name, target.model)
  return { tokens: tokensOfUsage(usage), ...(costMicros !== undefined && { costMicros }) }
}
