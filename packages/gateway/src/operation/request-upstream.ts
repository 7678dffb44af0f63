import type { Attempt, Reply } from '../server/reply.ts'
import { callAttempt, settleAttempt } from '../calls/attempt.ts'
import { collectReply, type UpstreamReply } from '../calls/read-reply.ts'
import { type DecodeFailure, readUpstreamFailure } from '../calls/refuse-answer.ts'
import type { Fetched, FoundUrl, WireMessage } from '@interlingua/core'
import { type FailureReply, invalidRequest } from '@interlingua/gateway-kernel'
import {
  type CallGroup,
  formatOf,
  judgeFailure,
  type UpstreamFailure,
  failureOfCall,
  type Target,
  type UpstreamRequest,
} from '@interlingua/upstreams'
import type { AdmittedRequest } from '../server/client-request.ts'
import { fetchFiles, notice } from '../translation/translation.ts'

/** Thrown within an attempt whose call failed; `refusal` decides what follows. */
export class AttemptFailed extends Error {
  readonly refusal: UpstreamFailure

  constructor(refusal: UpstreamFailure) {
    super('a call of an upstream failed')
    this.name = 'AttemptFailed'
    this.refusal = refusal
  }
}

/** Request of a message to the upstream of a target: the path, the channel's headers over the dialect's own, and the body as JSON. */
export function upstreamRequestOf({ channel }: Target, { path, query, headers, body }: WireMessage<unknown>): UpstreamRequest {
  const place = channel.path(path)
  const parameters = new URLSearchParams(query).toString()
  return {
    path: parameters === '' ? place : `${place}${place.includes('?') ? '&' : '?'}${parameters}`,
    headers: { ...headers, ...channel.headers },
    body: JSON.stringify(body),
  }
}

/** Call within an attempt. */
export interface CallInAttempt {
  readonly request: UpstreamRequest
  readonly decodeFailure: DecodeFailure
  /** True if a good status means that the work is paid for, so that no other channel may be called. */
  readonly final: boolean
}

/**
 * Calls the upstream of a target, and returns its good answer whole. Rejects with `AttemptFailed`; may stay pending for ever after the client has
 * left.
 */
export function requestUpstream(
  attempt: Attempt,
  target: Target,
  { request, decodeFailure, final }: CallInAttempt,
): Promise<UpstreamReply> {
  const { channel } = target
  const same =
    attempt.admitted.client.endpoint?.dialect !== undefined &&
    formatOf(channel, attempt.admitted.capability ?? 'generate') === attempt.admitted.client.endpoint.dialect
  return new Promise((resolve, reject) => {
    callAttempt(
      attempt,
      request,
      (status, headers) => {
        const good = status >= 200 && status <= 299
        if (good && final) settleAttempt(attempt)
        const take = (reply: UpstreamReply | FailureReply): void => {
          if (good && !('failure' in reply)) return resolve(reply)
          if (good && 'failure' in reply)
            return reject(new AttemptFailed({ failureReply: reply, decision: judgeFailure(channel, reply.failure) }))
          const refusal = readUpstreamFailure(attempt, target, status, headers, reply, decodeFailure, same)
          if (refusal.decision === 'retry' && refusal.wait !== undefined) channel.circuit.coolDown(refusal.wait)
          reject(new AttemptFailed(refusal))
        }
        // The attempt's running call may be another call of the group, so a call of a group is not aborted here: the group ends as a whole.
        return request.group ? collectReply(attempt, headers, take, () => {}) : collectReply(attempt, headers, take)
      },
      (error, sent) => reject(new AttemptFailed(failureOfCall(target, error, sent))),
    )
  })
}

/** Calls for one request. */
interface CallsTogether<T> {
  readonly count: number
  /** Largest number of calls at the same time. */
  readonly most: number
  /** Makes a call when its turn comes, so that not all bodies are in memory at once. */
  readonly call: (index: number) => CallInAttempt
  /** Reads the result of a call. Errors that it throws fail the attempt. */
  readonly read: (reply: UpstreamReply, index: number) => T
}

/**
 * Makes all calls, which must all succeed, and returns their results in order. The first failure rejects and ends the others, as does a client that
 * leaves; the calls count as one attempt.
 */
export function requestTogether<T>(attempt: Attempt, target: Target, { count, most, call, read }: CallsTogether<T>): Promise<readonly T[]> {
  const group: CallGroup = { over: false, counted: false, running: new Set() }
  const results: T[] = []
  let next = 0
  let done = 0
  if (count === 0) return Promise.resolve(results)

  function end(): void {
    group.over = true
    for (const call of group.running) call.abort(new Error('the answer is not wanted any more'))
  }

  ;(attempt.reply.releases ??= []).push(end)
  return new Promise((resolve, reject) => {
    /** Works through the calls. Never rejects. */
    async function work(): Promise<void> {
      while (next < count && !group.over) {
        const index = next++
        try {
          const { request, ...rest } = call(index)
          results[index] = read(await requestUpstream(attempt, target, { ...rest, request: { ...request, group } }), index)
        } catch (error) {
          if (group.over) return
          reject(error)
          return end()
        }
        done++
        if (done === count) return resolve(results)
        // A channel whose breaker is not closed gets one call first, and the others after its success.
        if (done === 1) widen()
      }
    }

    let workers = 0
    function widen(): void {
      while (workers < Math.min(most, count)) {
        workers++
        void work()
      }
    }

    if (target.channel.circuit.state === 'closed') return widen()
    workers++
    void work()
  })
}

/**
 * Fetches files whose addresses an upstream does not take, with a notice at each field; undefined if the client has left meanwhile. Rejects with
 * `AttemptFailed` where a fetch fails, since another channel may take the address.
 */
export async function fetchInputs(
  admitted: AdmittedRequest,
  reply: Reply,
  found: readonly [FoundUrl, ...FoundUrl[]],
): Promise<ReadonlyMap<string, Fetched> | undefined> {
  const { fetchMedia } = admitted.client.gateway
  const fetched =
    fetchMedia === undefined
      ? invalidRequest('the file would have to be fetched from its address, which is turned off', found[0].at)
      : await fetchFiles(reply, fetchMedia, found)
  if (fetched === undefined) return undefined
  if ('failure' in fetched) throw new AttemptFailed({ failureReply: fetched, decision: 'next-channel' })
  for (const { at } of found) admitted.onNotice(notice('media-fetched', at))
  return fetched.files
}
