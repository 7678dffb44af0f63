import type { Failure, Format } from '@interlingua/core'
import type { FormatEdge } from '@interlingua/core/edge'
import { createFormats, type FailureReply } from '@interlingua/gateway-kernel'
import type { Dispatcher } from 'undici'
import { type CallHooks, type CallOwner, callUpstream, type HeldTimer, type ObservedCall, type UpstreamRequest } from './call-upstream.ts'
import type { Channel } from './channels/channel.ts'
import type { ChannelDefaults, ChannelOptions, RouteOptions } from './channels/channel-options.ts'
import { createChannelRegistry } from './channels/create-channel-registry.ts'
import { createKinds } from './channels/kinds.ts'
import { createPools } from './channels/create-pools.ts'
import { createResolver, type Resolver, type Target } from './channels/resolver.ts'
import { createFailover, type Failover, type FailoverAttempt, type FailoverHost, readRetryPolicy } from './failover.ts'
import { openAnswer, UpstreamError } from './answer.ts'
import { failureOfCall } from './socket-failure.ts'
import { sessionOf, weighTargets } from './weigh-targets.ts'

export interface UpstreamsOptions extends ChannelDefaults {
  readonly channels: readonly ChannelOptions[]
  readonly routes?: readonly RouteOptions[] | undefined
  /** Numbers from 0 to 1, by which requests and waits are spread. Default `Math.random`. */
  readonly random?: () => number
}

/** A request for a model, and the signal that ends it. */
export interface UpstreamCall {
  /** Id of the model, as `channels` and `routes` know it. */
  readonly model: string
  /** Format in which `request` speaks: channels of this format come first. */
  readonly format: Format
  /** The request for a target. The channel's own headers, its key among them, are added. Throws what no target can do. */
  readonly request: (target: Target) => UpstreamRequest
  /** Ends the call, and the waiting for a retry. */
  readonly signal?: AbortSignal
  /** Headers of the client, of which some name its session: a session stays at its channel where weights choose. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Channels to providers, with failover, circuit breakers, retries and queues. */
export interface Upstreams {
  readonly channels: readonly Channel[]
  /** Targets of a model, the best first. */
  readonly candidates: Resolver
  /**
   * Sends a request to the targets of its model, one after the other, until one answers well. Resolves with that answer, whose body is a
   * stream that passes unread: whether it is whole, its format's own end says; rejects with an `UpstreamError` where none does, and with the reason of `signal`.
   *
   * @example
   * const response = await upstreams.fetch({
   *   model: 'gpt-5',
   *   format: 'chat',
   *   request: ({ channel, model }) => ({ path: channel.path('/v1/chat/completions'), headers: {}, body: JSON.stringify({ ...body, model }) }),
   * })
   */
  fetch(call: UpstreamCall): Promise<Response>
  /** Closes all connections; running calls fail. */
  close(): Promise<void>
}

/**
 * Opens channels to providers. `formats` are the edges of the formats that the channels speak (the entry `edge` of their packages). Throws a
 * `ConfigError` for options that cannot be used.
 */
export function createUpstreams(options: UpstreamsOptions, formats: readonly FormatEdge[]): Upstreams {
  const pools = createPools()
  const channels = createChannelRegistry(createKinds(createFormats(formats)), pools.poolOf).open(options.channels, options)
  const candidates = createResolver(channels, options.routes)
  const retry = readRetryPolicy(options)
  const random = options.random ?? Math.random

  function targetsOf({ model, format, headers = {} }: UpstreamCall): readonly Target[] {
    const { targets, weighed } = candidates(model, format)
    return weighed ? weighTargets(targets, sessionOf(headers, {}), random) : targets
  }

  return {
    channels,
    candidates,
    fetch(call) {
      return new Promise((resolve, reject) => {
        const { signal, model } = call
        if (signal?.aborted === true) return reject(signal.reason)
        const waiting = new Set<HeldTimer>()
        let attempts = 0
        let attempt: Attempt | undefined
        let over = false

        function settle(end: () => void): void {
          if (over) return
          over = true
          signal?.removeEventListener('abort', abort)
          end()
        }

        /** The call of an answer that is being read goes on; its stream hears of the signal by itself. */
        function abort(): void {
          settle(() => {
            for (const timer of waiting) timer.cancel?.()
            attempt?.call?.abort(new Error('the caller left'))
            reject(signal?.reason)
          })
        }

        const host: FailoverHost<Attempt> = {
          retry,
          random,
          startedAt: performance.now(),
          attempts: () => attempts,
          isGone: () => over,
          hold: (timer) => void waiting.add(timer),
          open: (target, failover) =>
            (attempt = { target, failover, isGone: () => over, hold: (timer) => void waiting.add(timer), count: () => attempts++ }),
          call: (next) => send(next, call.request(next.target)),
          answer: (failureReply) => settle(() => reject(new UpstreamError(failureReply))),
          refuse: (error) => settle(() => reject(error)),
          unknownModel: () => unknownModel(model),
        }

        function send(next: Attempt, request: UpstreamRequest): void {
          const { channel } = next.target
          callUpstream(
            next,
            hooks,
            { ...request, headers: { ...request.headers, ...channel.headers } },
            (status, headers) =>
              openAnswer(next, status, headers, {
                answered: (response) => settle(() => resolve(response)),
                refused: ({ failureReply, decision, wait }) => {
                  // A caller that left while the error was read gets no other call.
                  if (over) return
                  if (decision === 'retry' && wait !== undefined) channel.circuit.coolDown(wait)
                  next.failover?.fail(failureReply, decision, wait)
                },
                ...(signal && { signal }),
              }),
            (error, sent) => {
              const { failureReply, decision, wait } = failureOfCall(next.target, error, sent)
              if (!over) next.failover?.fail(failureReply, decision, wait)
            },
          )
        }

        signal?.addEventListener('abort', abort)
        createFailover(host, targetsOf(call), false).start()
      })
    },
    close: () => pools.destroy(),
  }
}

interface Attempt extends CallOwner, FailoverAttempt {
  readonly isGone: () => boolean
  readonly hold: (timer: HeldTimer) => void
  readonly count: () => void
  failover: Failover | undefined
  call?: Dispatcher.DispatchController
}

const unobserved: ObservedCall = { headers: undefined, end: () => {} }

const hooks: CallHooks<Attempt> = {
  isGone: (attempt) => attempt.isGone(),
  hold: (attempt, timer) => attempt.hold(timer),
  begin(attempt, counts) {
    if (counts) attempt.count()
    return unobserved
  },
}

function unknownModel(model: string): FailureReply {
  const failure: Failure = {
    code: 'not-found',
    message: `No channel has the model ${JSON.stringify(model.slice(0, 200))}.`,
    retryable: false,
    status: 404,
  }
  return { failure, status: 404 }
}
