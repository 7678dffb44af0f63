import { isJsonObject, type JsonObject, parseJson } from '@interlingua/core'
import { expect, test } from 'vitest'
import type { FileConfig } from '../../src/config/config-schema.ts'
import { type Answer, post } from '../post.ts'
import { startGateway } from '../start-gateway.ts'
import { type RunningUpstream, type SeenRequest, startUpstream } from '../start-upstream.ts'
import { waitFor } from '../wait-for.ts'

type Channel = NonNullable<FileConfig['channels']>[number]

/** An upstream of chat that refuses a temperature, in the words of its vendor. */
async function startPicky(message = "Unsupported parameter: 'temperature' is not supported with this model."): Promise<RunningUpstream> {
  const upstream = await startUpstream()
  upstream.answer = (response, seen) => {
    const json = { 'content-type': 'application/json' }
    if (bodyOf(seen)['temperature'] !== undefined)
      return void response.writeHead(400, json).end(JSON.stringify({ error: { message, type: 'invalid_request_error', code: null } }))
    const choices = [{ index: 0, message: { role: 'assistant', content: 'hello' }, finish_reason: 'stop' }]
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
    response.writeHead(200, json).end(JSON.stringify({ id: 'c', object: 'chat.completion', created: 1, model: 'm', choices, usage }))
  }
  return upstream
}

function bodyOf({ body }: SeenRequest): JsonObject {
  const value = parseJson(body.toString())
  return isJsonObject(value) ? value : {}
}

async function start(upstream: RunningUpstream, more: Partial<Channel> = {}) {
  const channel = { name: 'picky', format: 'chat', baseUrl: upstream.url, models: [{ name: 'm' }, { name: 'alias', upstream: 'other' }] }
  return startGateway({ channels: [{ ...channel, ...more } as Channel] }) // the parts that matter here
}

const told = ({ headers }: Answer): string => JSON.stringify([...headers])

const asked = { model: 'm', max_tokens: 50, temperature: 0.5, messages: [{ role: 'user', content: 'hi' }] }

test('a parameter that is refused is left out at once, and for as long as that is remembered, and it is told', async () => {
  const upstream = await startPicky()
  const gateway = await start(upstream)
  const first = await post(`${gateway.url}/v1/messages`, asked)
  expect(first.status).toBe(200)
  expect(upstream.seen.map((seen) => bodyOf(seen)['temperature'])).toEqual([0.5, undefined])
  expect(told(first)).toContain('gateway/parameter-refused')
  const second = await post(`${gateway.url}/v1/messages`, asked)
  expect(second.status).toBe(200)
  expect(upstream.seen).toHaveLength(3)
  expect(told(second)).toContain('gateway/parameter-refused')
  const logged = (): readonly Record<string, unknown>[] => gateway.log().filter(({ event }) => event === 'refused')
  await waitFor(() => logged().length > 0)
  expect(logged()).toMatchObject([{ level: 'warn', channel: 'picky', model: 'm', parameter: 'temperature' }])
})

test('it is asked for once more, not for ever', async () => {
  const upstream = await startPicky()
  const { answer } = upstream
  upstream.answer = (response, seen) =>
    bodyOf(seen)['temperature'] === undefined
      ? void response
          .writeHead(400, { 'content-type': 'application/json' })
          .end(JSON.stringify({ error: { message: "Unsupported parameter: 'top_p' is not supported with this model." } }))
      : answer(response, seen)
  const gateway = await start(upstream)
  const { status } = await post(`${gateway.url}/v1/messages`, { ...asked, top_p: 0.5 })
  expect(status).toBe(400)
  expect(upstream.seen).toHaveLength(2)
})

test('a channel that keeps to the profiles hands on the refusal', async () => {
  const upstream = await startPicky()
  const gateway = await start(upstream, { fit: 'known' })
  expect((await post(`${gateway.url}/v1/messages`, asked)).status).toBe(400)
  expect(upstream.seen).toHaveLength(1)
})

test('what says anything else is handed on', async () => {
  const upstream = await startPicky('the temperature is too high')
  const gateway = await start(upstream)
  expect((await post(`${gateway.url}/v1/messages`, asked)).status).toBe(400)
  expect(upstream.seen).toHaveLength(1)
})

test('a caller of the upstream’s own format who named the model gets its word; one whose model was chosen here, an answer', async () => {
  const upstream = await startPicky()
  const gateway = await start(upstream)
  const own = { model: 'm', temperature: 0.5, messages: [{ role: 'user', content: 'hi' }], seed: 1 }
  expect((await post(`${gateway.url}/v1/chat/completions`, own)).status).toBe(400)
  expect((await post(`${gateway.url}/v1/chat/completions`, { ...own, model: 'alias' })).status).toBe(200)
  expect(upstream.seen.map((seen) => bodyOf(seen)['temperature'])).toEqual([0.5, 0.5, undefined])
  expect(bodyOf(upstream.seen[2] as SeenRequest)).toEqual({ model: 'other', messages: own.messages, seed: 1 }) // there are three
})

test('a parameter that the words name by their path alone is found, though the client is told another', async () => {
  const upstream = await startUpstream()
  upstream.answer = (response, seen) => {
    const json = { 'content-type': 'application/json' }
    const message = 'output_config.effort: Extra inputs are not permitted'
    if (bodyOf(seen)['output_config'] !== undefined && JSON.stringify(bodyOf(seen)['output_config']).includes('effort'))
      return void response.writeHead(400, json).end(JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message } }))
    const usage = { input_tokens: 1, output_tokens: 1 }
    const content = [{ type: 'text', text: 'hello' }]
    response.writeHead(200, json).end(
      JSON.stringify({
        id: 'm',
        type: 'message',
        role: 'assistant',
        model: 'm',
        content,
        stop_reason: 'end_turn',
        stop_sequence: null,
        usage,
      }),
    )
  }
  const gateway = await start(upstream, { format: 'messages', models: [{ name: 'claude-opus-4-8' }] })
  const answer = await post(`${gateway.url}/v1/chat/completions`, {
    model: 'claude-opus-4-8',
    reasoning_effort: 'high',
    messages: [{ role: 'user', content: 'hi' }],
  })
  expect([answer.status, upstream.seen.length], answer.text).toEqual([200, 2])
  expect(told(answer)).toContain('gateway/parameter-refused')
})
