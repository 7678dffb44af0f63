import { expect, test } from 'vitest'
import { startGateway } from '../start-gateway.ts'
import { startUpstream } from '../start-upstream.ts'

test('a count of a whole request names the model as its upstream does, in either spelling', async () => {
  const upstream = await startUpstream()
  upstream.answer = (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"totalTokens":5}')
  const models = [{ name: 'mine', upstream: 'gemini-x', created: 0 }]
  const gateway = await startGateway({ channels: [{ name: 'g', format: 'contents', baseUrl: upstream.url, apiKey: 'k', models }] })
  for (const name of ['generateContentRequest', 'generate_content_request']) {
    const body = JSON.stringify({ [name]: { model: 'models/mine', contents: [{ parts: [{ text: 'hi' }] }] } })
    const headers = { 'x-goog-api-key': 'any' }
    const answer = await fetch(`${gateway.url}/v1beta/models/mine:countTokens`, { method: 'POST', headers, body })
    expect([answer.status, await answer.json()]).toEqual([200, { totalTokens: 5 }])
    const { url, body: sent } = upstream.seen.at(-1) ?? {}
    expect(url).toBe('/v1beta/models/gemini-x:countTokens')
    expect(JSON.parse(String(sent))).toMatchObject({ [name]: { model: 'models/gemini-x' } })
  }
})
