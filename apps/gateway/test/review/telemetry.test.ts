import { expect, test } from 'vitest'
import { createGateway } from '../create-gateway.ts'
import { ask } from '../channels/ask.ts'
import { startCollector } from '../operation/start-collector.ts'
import { startUpstream } from '../start-upstream.ts'

test('a call whose stream fails before anything was shown is a span that failed, beside that of the call that answered', async () => {
  const collector = await startCollector()
  const [failing, working] = [await startUpstream(), await startUpstream()]
  failing.answer = (response) =>
    void response
      .writeHead(200, { 'content-type': 'text/event-stream' })
      .end('event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"full"}}\n\n')
  const chunk = {
    id: 'c',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: 'stop' }],
  }
  working.answer = (response) =>
    void response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`)
  const models = ['shared']
  const gateway = createGateway({
    channels: [
      { name: 'failing', format: 'messages', baseUrl: failing.url, models },
      { name: 'working', format: 'chat', baseUrl: working.url, models },
    ],
    port: 0,
    apiKey: 'any',
    telemetry: { endpoint: collector.url, metrics: false },
  })
  const { url } = await gateway.listen()
  expect((await ask(url, 'messages', 'shared', true)).status).toBe(200)
  await gateway.close(1_000)
  const calls = collector.spans().filter(({ kind }) => kind === 3)
  const told = calls.map(({ attributes, status }) => [
    attributes.find(({ key }) => key === 'interlingua.channel')?.value.stringValue,
    attributes.find(({ key }) => key === 'error.type')?.value.stringValue,
    status.code === 2,
  ])
  expect(told.toSorted()).toEqual([
    ['failing', 'overloaded', true],
    ['working', undefined, false],
  ])
})
