import { expect, test } from 'vitest'
import { agents } from '../../src/cli/setup/agents.ts'
import { startGateway } from '../start-gateway.ts'
import { tempFolder } from '../temp-folder.ts'
import { cli } from '../cli/run-cli.ts'

const dataDir = tempFolder('console-recipes')
const gateway = await startGateway({ demo: true, dataDir })
Object.assign(process.env, { INTERLINGUA_DATA: dataDir, INTERLINGUA_CONFIG: '' })
const admin = (await cli('key', 'create', 'ops', '--admin')).out.trim()

const get = async (path: string): Promise<{ status: number; json: Record<string, unknown> }> => {
  const answered = await fetch(`${gateway.url}/admin/api${path}`, { headers: { authorization: `Bearer ${admin}` } })
  return { status: answered.status, json: (await answered.json()) as Record<string, unknown> }
}

test('every agent of the command has a recipe, with the gateway’s address and a place for the key, and no other machine’s paths', async () => {
  const { json } = await get('/recipes')
  const rows = json['rows'] as readonly { readonly id: string; readonly kind: string }[]
  expect(rows.filter(({ kind }) => kind === 'agent').map(({ id }) => id)).toEqual(agents.map(({ id }) => id))
  for (const { id } of rows) {
    const { status, json: recipe } = await get(`/recipes/${id}?model=demo-chat`)
    const text = JSON.stringify(recipe)
    expect([id, status, recipe['model'], recipe['url']]).toEqual([id, 200, 'demo-chat', gateway.url])
    expect([id, text.includes(gateway.url), text.includes('__INTERLINGUA_API_KEY__')]).toEqual([id, true, true])
    expect(text).not.toContain('/home/you')
    expect(text).not.toContain(process.env['HOME'] ?? 'no home')
    // Calls of a person have a rate.
    await new Promise((done) => setTimeout(done, 55))
  }
})

test('a recipe says which of an agent’s own models nobody serves, and a model is chosen if none is named', async () => {
  const { json } = await get('/recipes/claude-code')
  expect(json['model']).toMatch(/^demo-/)
  expect((json['alsoAsks'] as readonly { readonly channel?: string }[]).every(({ channel }) => channel === undefined)).toBe(true)
  expect((await get('/recipes/nobody')).status).toBe(404)
  expect((await get('/recipes/codex?modle=x')).status).toBe(400)
})
