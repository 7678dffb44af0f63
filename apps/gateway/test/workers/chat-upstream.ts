import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { FileConfig } from '../../src/config/config-schema.ts'
import { startUpstream, type RunningUpstream } from '../start-upstream.ts'

export interface ChatUpstream extends RunningUpstream {
  /** Status of the next answers. */
  status: number
  /** Milliseconds until an answer begins. */
  delay: number
  /** Number of requests that are being answered, and the largest one since the last `forgetMost`. */
  readonly running: () => number
  readonly most: () => number
  readonly forgetMost: () => void
  /** Streams that have begun and go on until they are ended. */
  readonly streams: ServerResponse[]
}

export const usage = { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 }

const event = (delta: object, finish: string | null): string =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`

export const firstEvent = event({ role: 'assistant', content: 'Hi' }, null)
export const lastEvents = `${event({}, 'stop')}data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', model: 'm', choices: [], usage })}\n\ndata: [DONE]\n\n`

/** Starts an upstream that answers chat requests with 20 tokens, and begins streams that the test ends. */
export async function startChatUpstream(): Promise<ChatUpstream> {
  const upstream = await startUpstream()
  let running = 0
  let most = 0
  const chat: ChatUpstream = Object.assign(upstream, {
    status: 200,
    delay: 0,
    running: () => running,
    most: () => most,
    forgetMost: () => void (most = 0),
    streams: [] as ServerResponse[],
  })
  chat.answer = (response, { body }) => void answer(response, body.toString())

  async function answer(response: ServerResponse, body: string): Promise<void> {
    most = Math.max(most, ++running)
    void once(response, 'close').then(() => running--)
    if (chat.delay > 0) await new Promise((done) => setTimeout(done, chat.delay))
    if (chat.status !== 200) {
      response.writeHead(chat.status, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { message: 'no', type: 'server_error' } }))
    } else if (body.includes('"stream":true')) {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(firstEvent)
      chat.streams.push(response)
    } else {
      response.writeHead(200, { 'content-type': 'application/json' })
      const message = { role: 'assistant', content: 'Hello' }
      response.end(
        JSON.stringify({ id: 'c', object: 'chat.completion', model: 'm', choices: [{ index: 0, message, finish_reason: 'stop' }], usage }),
      )
    }
  }
  return chat
}

/** Configuration of a channel to the upstream. */
export function chatChannel(url: string): FileConfig['channels'][number] {
  return { name: 'chat', format: 'chat', baseUrl: url, models: ['m'], apiKey: 'none' }
}

/** Asks the gateway, on a connection of its own: connections are what workers share. */
export async function ask(url: string, secret: string, body: object = {}): Promise<Response> {
  return fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify({ model: 'm', max_tokens: 10, messages: [{ role: 'user', content: 'Hello' }], ...body }),
  })
}

/** Asks `count` times, so many at once, and returns the numbers of answers by status. */
export async function askOften(url: string, secret: string, count: number, abreast = 16): Promise<Readonly<Record<number, number>>> {
  const statuses: Record<number, number> = {}
  let left = count
  const client = async (): Promise<void> => {
    while (left-- > 0) {
      const answer = await ask(url, secret)
      await answer.text()
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: abreast }, client))
  return statuses
}
