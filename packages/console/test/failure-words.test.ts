import type { Page, RequestReport, RequestRow } from '@interlingua/console/api'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { callApi, send, signIn, startConsole } from './support/start-console.ts'

/** Starts an upstream that refuses each request with an error document of Chat Completions. */
async function startRefusing(status: number, message: string): Promise<string> {
  const upstream = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { message, type: 'error', code: null, param: null } }))
    })
  })
  await new Promise<void>((done) => void upstream.listen(0, '127.0.0.1', done))
  onTestFinished(() => void upstream.close())
  return `http://127.0.0.1:${(upstream.address() as AddressInfo).port}` // a listening server has one
}

test('a request that failed has the words of each upstream, without keys and quoted content, and the error of the client', async () => {
  const crowded = await startRefusing(400, "Invalid 'messages[0].content': 'my secret diary' is refused")
  const strict = await startRefusing(401, 'Incorrect API key provided: key-of-channel-77. Account org-77.')
  const started = await startConsole({
    channels: [
      { name: 'strict', format: 'chat', baseUrl: strict, apiKey: 'key-of-channel-77', models: ['gpt-5'] },
      { name: 'crowded', format: 'chat', baseUrl: crowded, apiKey: 'none', models: ['gpt-5'], priority: 1 },
    ],
  })
  onTestFinished(() => started.close())
  const asPlain = { authorization: `Bearer ${started.secrets.plain}`, 'content-type': 'application/json' }
  const ask = async (model: string): Promise<RequestReport> => {
    const answered = await send(`${started.url}/v1/chat/completions`, 'POST', asPlain, {
      model,
      messages: [{ role: 'user', content: 'my secret diary' }],
    })
    expect(answered.status).toBeGreaterThanOrEqual(400)
    const [row] = ((await callApi(started, 'GET', '/requests?limit=1')).json as Page<RequestRow>).rows // the API's own answer
    const report = await callApi(started, 'GET', `/requests/${row?.id}`)
    expect(report.text).not.toContain('diary')
    expect(report.text).not.toContain('key-of-channel')
    return report.json as RequestReport // the API's own answer
  }
  const failed = await ask('gpt-5')
  expect(failed.details).toMatchObject({
    attempts: [
      { channel: 'strict', outcome: 'precondition', message: 'Incorrect API key provided: [key]. Account org-77.' },
      { channel: 'crowded', outcome: 'invalid-request', message: "Invalid 'messages[0].content': […] is refused" },
    ],
    errorMessage: expect.stringContaining('messages[0].content') as unknown,
  })
  // The key's own sign-in may not know what upstreams say to the operator.
  const asked = await callApi(
    started,
    'GET',
    `/requests/${failed.id}`,
    undefined,
    await signIn(started.url, { key: started.secrets.plain }),
  )
  expect(asked.text).not.toContain('org-77')
  expect(asked.json).toMatchObject({
    details: { attempts: [{ outcome: 'precondition' }, {}], errorMessage: expect.any(String) as unknown },
  })
  // Refused here: no upstream said anything.
  expect(await ask('no-such-model')).toMatchObject({
    attempts: 0,
    details: { errorMessage: expect.stringContaining('no-such-model') as unknown },
  })
})

test('a stream that breaks has the words of its failure', async () => {
  const chunk = { id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta: { content: 'Good' } }] }
  const upstream = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(`data: ${JSON.stringify(chunk)}\n\n`)
      response.end(`data: ${JSON.stringify({ error: { message: 'The engine is restarting.', type: 'server_error' } })}\n\n`)
    })
  })
  await new Promise<void>((done) => void upstream.listen(0, '127.0.0.1', done))
  const baseUrl = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}` // a listening server has one
  const started = await startConsole({ channels: [{ name: 'weak', format: 'chat', baseUrl, apiKey: 'none', models: ['gpt-5'] }] })
  onTestFinished(async () => {
    await started.close()
    upstream.close()
  })
  const headers = {
    authorization: `Bearer ${started.secrets.plain}`,
    'content-type': 'application/json',
    'anthropic-version': '2023-06-01',
  }
  const body = { model: 'gpt-5', stream: true, max_tokens: 10, messages: [{ role: 'user', content: 'Hello' }] }
  // The connections of clients of Chat Completions are broken, since its streams have no errors.
  await Promise.allSettled(['/v1/messages', '/v1/chat/completions'].map((path) => send(`${started.url}${path}`, 'POST', headers, body)))
  const records = await started.store.usage.list({}, { limit: 2 })
  expect(records).toMatchObject(
    records.map(() => ({ details: { attempts: [{ message: 'The engine is restarting.' }], errorMessage: 'The engine is restarting.' } })),
  )
  expect(records).toHaveLength(2)
})
