import { expect, test } from 'vitest'
import { post } from '../post.ts'
import { startGateway } from '../start-gateway.ts'
import { startUpstream, type RunningUpstream } from '../start-upstream.ts'
import { tempFolder } from '../temp-folder.ts'

const big = '1152921504606846977'
const answers = {
  messages: `{"id":"m","type":"message","role":"assistant","model":"m","content":[{"type":"tool_use","id":"toolu_1","name":"f","input":{"id":${big}}}],"stop_reason":"tool_use","stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}`,
  chat: `{"id":"c","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{\\"id\\":${big}}"}}]},"finish_reason":"tool_calls"}]}`,
  contents: `{"candidates":[{"content":{"role":"model","parts":[{"functionCall":{"id":"c1","name":"f","args":{"id":${big}}}}]},"finishReason":"STOP"}]}`,
}
const formats = ['messages', 'chat', 'contents'] as const

async function start(): Promise<{ upstream: RunningUpstream; url: string; last: () => string }> {
  const upstream = await startUpstream()
  const channels = formats.map((name) => ({ name, format: name, baseUrl: upstream.url, apiKey: 'k-of-upstream', models: [name] }))
  const gateway = await startGateway({ dataDir: tempFolder('exact-numbers'), channels })
  const secret = await gateway.issue()
  return { upstream, url: `${gateway.url}|${secret}`, last: () => upstream.seen.at(-1)?.body.toString() ?? '' }
}

const { upstream, url: place, last } = await start()
const [url = '', secret = ''] = place.split('|')
const headers = { authorization: `Bearer ${secret}`, 'x-api-key': '' }

test.each(formats)('%s: a kept call, its result keep every digit on the second turn', async (format) => {
  upstream.answer = (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(answers[format])
  const tools = [{ type: 'function', name: 'f', parameters: { type: 'object', properties: { id: { type: 'integer', maximum: 9 } } } }]
  const first = await post(`${url}/v1/responses`, { model: format, input: 'x', tools }, headers)
  const kept = JSON.parse(first.text) as { id: string; output: { call_id: string; arguments: string }[] } // a response
  expect(kept.output[0]?.arguments).toBe(`{"id":${big}}`)
  const result = { type: 'function_call_output', call_id: kept.output[0]?.call_id, output: `{"id":${big}}` }
  const second = await post(`${url}/v1/responses`, { model: format, input: [result], previous_response_id: kept.id, tools }, headers)
  expect(second.status).toBe(200)
  expect(last().split(big).length - 1).toBe(2)
})

test('a kept item keeps the digits of a number in it', async () => {
  upstream.answer = (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(answers.chat)
  const made = await post(
    `${url}/v1/conversations`,
    `{"items":[{"type":"mcp_list_tools","id":"mcpl_1","server_label":"s","tools":[{"name":"t","input_schema":{"type":"integer","const":${big}}}]}]}`,
    headers,
  )
  const { id } = JSON.parse(made.text) as { id: string } // a conversation
  const shown = await fetch(`${url}/v1/conversations/${id}/items`, { headers: { authorization: `Bearer ${secret}` } })
  expect(await shown.text()).toContain(big)
})

test.each(formats)('%s: a cached content keeps the digits of the arguments and results in it', async (format) => {
  upstream.answer = (response, { url: asked }) =>
    void response
      .writeHead(asked.includes('cachedContents') ? 404 : 200, { 'content-type': 'application/json' })
      .end(asked.includes('cachedContents') ? '{}' : answers[format])
  const contents = `[{"role":"user","parts":[{"text":"x"}]},{"role":"model","parts":[{"functionCall":{"id":"c1","name":"f","args":{"id":${big}}}}]},{"role":"user","parts":[{"functionResponse":{"id":"c1","name":"f","response":{"id":${big}}}}]}]`
  const made = await post(`${url}/v1beta/cachedContents`, `{"model":"models/${format}","contents":${contents}}`, headers)
  const { name } = JSON.parse(made.text) as { name: string } // a cached content
  const body = { contents: [{ role: 'user', parts: [{ text: 'and?' }] }], cachedContent: name }
  const used = await post(`${url}/v1beta/models/${format}:generateContent`, body, headers)
  expect([used.status, last().split(big).length - 1]).toEqual([200, 2])
})
