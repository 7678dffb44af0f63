import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startGateway } from '../start-gateway.ts'
import { startUpstream } from '../start-upstream.ts'
import { tempFolder } from '../temp-folder.ts'

const key = 'sk-Pl4nted-Key-4F1c'
const chunk = (delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
const end = `${chunk({}, 'stop')}data: [DONE]\n\n`
const streams: Readonly<Record<string, string>> = {
  'in one event': chunk({ role: 'assistant', content: `a key ${key} b` }) + end,
  'in pieces': chunk({ role: 'assistant', content: `a key ${key.slice(0, 7)}` }) + chunk({ content: `${key.slice(7)} b` }) + end,
  'in arguments':
    chunk({
      role: 'assistant',
      content: 'a key b',
      tool_calls: [{ index: 0, id: 'c1', type: 'function', function: { name: 'f', arguments: '' } }],
    }) +
    chunk({ tool_calls: [{ index: 0, function: { arguments: `{"k":"${key}"}` } }] }) +
    end,
}

test.each(Object.entries(streams))('a credential that a translated stream tells %s is not kept', async (_, text) => {
  const upstream = await startUpstream()
  const data = tempFolder('stored-secrets')
  const gateway = await startGateway({
    dataDir: data,
    channels: [{ name: 'chat', format: 'chat', baseUrl: upstream.url, apiKey: key, models: ['m'] }],
  })
  const secret = await gateway.issue()
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
  upstream.answer = (response) => void response.writeHead(200, { 'content-type': 'text/event-stream' }).end(text)
  const ask = async (path: string, body: object): Promise<string> =>
    (await fetch(`${gateway.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).text()
  const conversation = JSON.parse(await ask('/v1/conversations', {})) as { id: string } // a conversation has an id
  await ask('/v1/responses', { model: 'm', stream: true, input: 'x' })
  await ask('/v1/responses', { model: 'm', stream: true, input: 'x', conversation: conversation.id })

  const database = new DatabaseSync(join(data, 'interlingua.db'))
  const kept = database.prepare('SELECT kind, body FROM documents').all() as { kind: string; body: string }[] // the columns that are named
  database.close()
  expect(kept.filter(({ body }) => body.includes(key)).map(({ kind }) => kind)).toEqual([])
  expect(kept.filter(({ body }) => body.includes('[key]')).length).toBeGreaterThanOrEqual(3)
})
