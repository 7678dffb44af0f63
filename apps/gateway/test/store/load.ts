import { formatIds } from '../../src/format-ids.ts'
import { Agent, type IncomingMessage, request } from 'node:http'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import type { ChannelConfig } from '../../src/config/config-schema.ts'
import { demoChannels } from '../../src/channels/demo.ts'

/** Answers that clients got whole, to their end: their records must be there for ever. */
export interface Acknowledged {
  /** Models of requests whose answers came whole: each request has a model of its own, by which its usage record is found. */
  readonly requests: Set<string>
  /** Ids of stored responses. */
  readonly responses: Set<string>
}

export interface Load {
  /** Resolves when a client was told of a stored response, or after so many milliseconds. */
  answered(timeoutMs: number): Promise<void>
  /** Resolves when all of its requests have ended, well or not. */
  stop(): Promise<void>
}

const messages = [{ role: 'user', content: 'A ship' }]

const kinds = [
  { path: '/v1/chat/completions', model: 'demo-chat', body: { messages } },
  { path: '/v1/messages', model: 'demo-messages', body: { max_tokens: 50, stream: true, messages } },
  { path: '/v1/responses', model: 'demo-messages', body: { input: 'Remember the ship' } },
  { path: '/v1/responses', model: 'demo-chat', body: { input: 'Remember the ship', stream: true } },
] as const

/** The channels for such a load, to a demo provider. */
export function loadChannels(url: string): ChannelConfig[] {
  return demoChannels(url, formatIds).map((channel) => ({ ...channel, models: [`${channel.name}-*`], circuitBreaker: false as const }))
}

let named = 0

/** Starts clients that send requests to all of `urls` in turns, and note the acknowledged ones. */
export function startLoad(urls: readonly string[], key: string, clients: number, acknowledged: Acknowledged): Load {
  const agent = new Agent({ keepAlive: true })
  const first = Promise.withResolvers<void>()
  let stopped = false
  let count = 0

  async function ask(): Promise<void> {
    const { path, model, body } = kinds[count % kinds.length] ?? kinds[0]
    const url = urls[count++ % urls.length] ?? ''
    const name = `${model}-${++named}`
    const headers = { authorization: `Bearer ${key}`, 'anthropic-version': '2023-06-01', 'content-type': 'application/json' }
    const call = request(url + path, { method: 'POST', headers, agent })
    call.end(JSON.stringify({ ...body, model: name }))
    const [answer] = (await once(call, 'response')) as [IncomingMessage] // the event's value
    const said = await text(answer)
    if (!answer.complete || answer.statusCode !== 200) return
    acknowledged.requests.add(name)
    const response = path === '/v1/responses' ? /"id":"(resp_[^"]+)"/.exec(said)?.[1] : undefined
    if (response === undefined) return
    acknowledged.responses.add(response)
    first.resolve()
  }

  async function work(): Promise<void> {
    // A client that is cut off was told of no response.
    while (!stopped) await ask().catch(() => new Promise((resume) => setTimeout(resume, 5)))
  }
  const workers = Array.from({ length: clients }, work)
  return {
    async answered(timeoutMs) {
      const timer = setTimeout(first.resolve, timeoutMs)
      await first.promise
      clearTimeout(timer)
    },
    async stop() {
      stopped = true
      await Promise.all(workers)
      agent.destroy()
    },
  }
}
