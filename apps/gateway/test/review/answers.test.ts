import { connect } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import OpenAI from 'openai'
import { post } from '../post.ts'
import { startGateway, type RunningGateway } from '../start-gateway.ts'
import { tempFolder } from '../temp-folder.ts'

let gateway: RunningGateway
beforeAll(async () => {
  gateway = await startGateway({ dataDir: tempFolder('review') })
})

function send(text: string): Promise<string> {
  const { hostname, port } = new URL(gateway.url)
  return new Promise((done, failed) => {
    let all = ''
    const socket = connect(Number(port), hostname, () => socket.write(text))
    socket.on('data', (piece) => (all += String(piece)))
    socket.on('end', () => done(all))
    socket.on('error', failed)
  })
}

test('the header of notices names every code, also one with which another begins', async () => {
  const web = { type: 'web_search_result_location', url: 'https://x.example', title: 'x', cited_text: 'yo', encrypted_index: 'abc' }
  const char = { type: 'char_location', document_index: 0, document_title: 'd', start_char_index: 0, end_char_index: 1, cited_text: 'y' }
  const content = [
    { type: 'text', text: 'yo', citations: [web] },
    { type: 'text', text: 'ya', citations: [char] },
  ]
  const { status, headers } = await post(`${gateway.url}/v1/messages`, {
    model: 'demo-responses',
    max_tokens: 100,
    messages: [
      { role: 'user', content: 'hi' },
      { role: 'assistant', content },
      { role: 'user', content: 'hi' },
    ],
  })
  const codes = headers.get('interlingua-notices')?.split('; ')[1]?.split(', ')
  expect([status, codes]).toEqual([200, expect.arrayContaining(['responses/citation-span', 'responses/citation']) as unknown])
})

test('a request line with the whole address, as proxies write it, is the same request', async () => {
  const head = 'Host: x\r\nx-api-key: any\r\nConnection: close\r\n\r\n'
  const bodyOf = (answer: string): string => answer.slice(answer.indexOf('\r\n\r\n'))
  for (const path of ['/v1/models', '/v1beta/models?pageSize=1', '/?key=any', '']) {
    const whole = await send(`GET http://some.host:8080${path} HTTP/1.1\r\n${head}`)
    expect(whole).toMatch(/^HTTP\/1\.1 200 /)
    expect(bodyOf(whole)).toBe(bodyOf(await send(`GET ${path || '/'} HTTP/1.1\r\n${head}`)))
  }
})

test('of a path that is not there nobody is told that a model is missing', async () => {
  const client = new OpenAI({ apiKey: 'any', baseURL: `${gateway.url}/v2`, maxRetries: 0 })
  await expect(client.models.list()).rejects.toMatchObject({ status: 404, code: null })
  const known = new OpenAI({ apiKey: 'any', baseURL: `${gateway.url}/v1`, maxRetries: 0 })
  await expect(known.models.retrieve('none')).rejects.toMatchObject({ status: 404, code: 'model_not_found' })
})

test('HEAD has the head of GET, and no body', async () => {
  for (const path of ['/v1/models', '/v1/models/demo-chat', '/v1/models/none', '/v1beta/cachedContents', '/healthz', '/']) {
    const headers = { authorization: 'Bearer any' }
    const [got, head] = await Promise.all(['GET', 'HEAD'].map((method) => fetch(gateway.url + path, { method, headers })))
    expect([path, head?.status, head?.headers.get('content-type')]).toEqual([path, got?.status, got?.headers.get('content-type')])
    const length = (answer?: Response): number => Number(answer?.headers.get('content-length'))
    // Request ids differ between the two answers, and have the same length.
    expect([path, length(head), await head?.text()]).toEqual([path, length(got), ''])
    await got?.arrayBuffer()
  }
})

test('usage is not reported for a day that there is not', async () => {
  const admin = await gateway.issue({ admin: true })
  const headers = { authorization: `Bearer ${admin}` }
  for (const [from, status] of [
    ['2026-02-30', 400],
    ['2026-04-31T10:00:00Z', 400],
    ['2028-02-29', 200],
  ] as const)
    expect([from, (await fetch(`${gateway.url}/admin/usage?from=${from}`, { headers })).status]).toEqual([from, status])
})
