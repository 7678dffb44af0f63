import type { Outcome } from './outcome.ts'
import type { AttemptDetail, RequestDetails } from '@interlingua/store'

const mostNotices = 64
/** Largest length of a place or id from outside. */
const longest = 512

/**
 * Details of a request that has ended: each call of an upstream, and each loss. Undefined for a request whose only call went well, without losses,
 * since its record tells all.
 */
export function detailsOf({ calls = [], client, notices, upstreamId }: Outcome, result: string): RequestDetails | undefined {
  const isPlain = result === 'ok' && calls.length <= 1 && notices.length === 0
  if (isPlain && upstreamId === undefined) return undefined
  const now = performance.now()
  const since = (time: number): number => Math.round((time - client.startedAt) * 10) / 10
  const attempts = calls.map(({ target, from, head, to, status, failure }, index): AttemptDetail => {
    const next = calls[index + 1]
    return {
      channel: target.channel.name,
      model: target.model,
      from: since(from),
      to: since(to ?? next?.from ?? now),
      ...(head !== undefined && { head: since(head) }),
      ...(status !== undefined && { status }),
      outcome: failure ?? (next === undefined ? result : 'ok'),
    }
  })
  return {
    ...(!isPlain && attempts.length > 0 && { attempts }),
    ...(notices.length > 0 && {
      notices: notices.slice(0, mostNotices).map(({ code, kind, path }) => ({ code, kind, path: path.slice(0, longest) })),
    }),
    ...(upstreamId !== undefined && { upstreamId: upstreamId.slice(0, longest) }),
  }
}
