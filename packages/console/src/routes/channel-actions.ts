import { testChannel, wordsOfFailure } from '@interlingua/server'
import type { Channel } from '@interlingua/upstreams'
import * as z from 'zod'
import type { ChannelDefinition, ChannelDetails, ChannelHealth, ChannelTestReport } from '../api/index.ts'
import { ConsoleError } from '../console-error.ts'
import { healthOf } from '../overview/channel-health.ts'
import { notFound } from '../serve/gate.ts'
import { readBody, refuseUnknown } from '../serve/read-input.ts'
import { type Call, type ConsoleRoute, operators } from '../serve/route.ts'

const pauseBody = z.strictObject({
  seconds: z.int('use a whole number').min(1, 'use at least 1').max(86_400, 'use at most 86,400, which is a day'),
})
const emptyBody = z.strictObject({})

/** Milliseconds between two tests of a channel. */
const betweenTests = 5_000

/** Source of what defines a channel. */
export interface ChannelSource {
  /** Finds the lines that define a channel; undefined where they are not known. */
  channel(name: string): ChannelDefinition | undefined
}

/** Routes of one channel: its details, and what an operator may do with it. `load`: absent if the configuration is not known. */
export function createChannelActions(load: (() => Promise<ChannelSource>) | undefined): readonly ConsoleRoute[] {
  /** Times of the last tests, by the channel's name. */
  const tested = new Map<string, number>()

  async function describe(call: Call): Promise<ChannelDetails> {
    const channel = channelOf(call)
    const health = healthOf(channel)
    const failure = await channel.circuit.lastTrouble()
    // Quoted texts may be content of a request.
    const message = failure && wordsOfFailure(failure.message)
    const definition = (await load?.())?.channel(channel.name)
    return {
      ...health,
      ...(health.openForMs > 0 && { until: timeOf(call.now + health.openForMs) }),
      ...(failure && {
        lastFailure: {
          at: timeOf(failure.at),
          ...(message !== undefined && { message }),
          ...(failure.status !== undefined && { status: failure.status }),
        },
      }),
      policy: { ...channel.policy },
      ...(definition && { definition }),
    }
  }

  async function retry(call: Call): Promise<ChannelHealth> {
    const channel = channelOf(call)
    readBody(emptyBody, call.body ?? {})
    const { name, circuit } = channel
    if (circuit.pauseMs > 0) throw new ConsoleError('conflict', 'The channel is paused: end the pause.')
    if (circuit.state !== 'open') throw new ConsoleError('conflict', 'The next request may go to the channel already.')
    await call.audit({ action: 'channel.retry', subject: name })
    await ordered(circuit.tryNow())
    return healthOf(channel)
  }

  async function pause(call: Call): Promise<ChannelHealth> {
    const channel = channelOf(call)
    const { seconds } = readBody(pauseBody, call.body)
    await call.audit({ action: 'channel.pause', subject: channel.name, after: { until: timeOf(call.now + seconds * 1000) } })
    await ordered(channel.circuit.pause(seconds * 1000))
    return healthOf(channel)
  }

  async function resume(call: Call): Promise<ChannelHealth> {
    const channel = channelOf(call)
    const left = channel.circuit.pauseMs
    if (left === 0) throw new ConsoleError('conflict', 'The channel is not paused.')
    await call.audit({ action: 'channel.resume', subject: channel.name, before: { until: timeOf(call.now + left) } })
    await ordered(channel.circuit.pause(0))
    return healthOf(channel)
  }

  async function test(call: Call): Promise<ChannelTestReport> {
    const channel = channelOf(call)
    readBody(emptyBody, call.body ?? {})
    const wait = (tested.get(channel.name) ?? -Infinity) + betweenTests - performance.now()
    if (wait > 0)
      throw new ConsoleError('rate-limit', 'The channel was tested a moment ago.', { retryAfter: Math.max(3, Math.ceil(wait / 1000)) })
    tested.set(channel.name, performance.now())
    await call.audit({ action: 'channel.test', subject: channel.name })
    return testChannel(channel)
  }

  return [
    {
      method: 'GET',
      path: '/channels/{name}',
      summary: 'Tells the last failure of a channel, and what defines it',
      roles: operators,
      serve: describe,
    },
    {
      method: 'POST',
      path: '/channels/{name}/retry',
      summary: 'Lets the next request through the open breaker of a channel',
      roles: operators,
      serve: retry,
    },
    {
      method: 'POST',
      path: '/channels/{name}/pause',
      summary: 'Sends no requests to a channel for a time',
      roles: operators,
      serve: pause,
    },
    { method: 'DELETE', path: '/channels/{name}/pause', summary: 'Ends the pause of a channel', roles: operators, serve: resume },
    {
      method: 'POST',
      path: '/channels/{name}/test',
      summary: "Reads the list of models of a channel's upstream, which costs nothing",
      roles: operators,
      serve: test,
    },
  ]
}

/** Finds the channel of the path. Throws a `ConsoleError` where there is none. */
function channelOf({ gateway, parameters, query }: Call): Channel {
  refuseUnknown(query, [])
  const channel = gateway.channels.find(({ name }) => name === parameters['name'])
  if (channel === undefined) throw notFound()
  return channel
}

/** Waits until all processes know. */
async function ordered(order: void | Promise<void>): Promise<void> {
  try {
    await order
  } catch {
    throw new ConsoleError('unavailable', 'The primary process does not answer, so that the other workers may not know.')
  }
}

function timeOf(millis: number): string {
  return new Date(millis).toISOString()
}
