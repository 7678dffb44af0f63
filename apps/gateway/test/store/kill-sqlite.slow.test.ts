import { startScriptedProvider } from '@interlingua/scripted-provider/http'
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { openStore } from '@interlingua/store'
import { atEnd } from '../at-end.ts'
import { tempFolder } from '../temp-folder.ts'
import { gatewayProcesses } from '../services/gateway-processes.ts'
import { loadChannels, startLoad, type Acknowledged } from './load.ts'

const rounds = 200
const clients = 6
/** Milliseconds before the kill, at random: of each second round from its start, of the others from the first stored response. */
const longestRound = 60

test(
  'after 200 kills under load nothing is lost that anybody was told, and the file is whole each time',
  { timeout: 400_000 },
  async () => {
    const provider = await startScriptedProvider()
    atEnd(() => provider.close())
    const processes = await gatewayProcesses()
    const data = tempFolder('store')
    const config = {
      channels: loadChannels(provider.url),
      demo: false,
      port: 0,
      dataDir: data,
      apiKey: 'the key of all clients',
      log: 'off',
    } as const
    const all: Acknowledged = { requests: new Set(), responses: new Set() }
    const issued = new Map<string, string>()
    const began = performance.now()
    let found: readonly string[] = []

    for (let round = 0; round < rounds; round++) {
      const gateway = await processes.start(config, (name, secret) => void issued.set(name, secret))
      const load = startLoad([gateway.url], config.apiKey, clients, all)
      gateway.issue(`early ${round}`)
      if (round % 2 === 0) await load.answered(10_000)
      await new Promise((resume) => setTimeout(resume, Math.random() * longestRound))
      gateway.issue(`late ${round}`)
      await gateway.kill()
      await load.stop()
      const database = new DatabaseSync(join(data, 'interlingua.db'))
      found = database
        .prepare('PRAGMA integrity_check')
        .all()
        .map((row) => String(row['integrity_check']))
      database.close()
      expect([round, found]).toEqual([round, ['ok']])
    }

    const store = await openStore({ dataDir: data })
    const lost = { requests: new Set(all.requests), responses: new Set(all.responses), keys: new Set(issued.keys()) }
    let records = 0
    for (let before: { at: number; id: string } | undefined; ;) {
      const page = await store.usage.list({}, { limit: 5000, ...(before && { before }) })
      for (const { model } of page) lost.requests.delete(model)
      records += page.length
      before = page.at(-1)
      if (page.length < 5000) break
    }
    for (const { id } of await store.documents.getMany('response', [...all.responses], Date.now())) lost.responses.delete(id)
    for (const [name, secret] of issued) {
      const key = await store.keys.findByHash(createHash('sha256').update(secret).digest('hex'))
      if (key?.name === name) lost.keys.delete(name)
    }
    await store.close()
    const told = [all.requests.size, all.responses.size, issued.size]
    console.log(
      `${rounds} kills in ${Math.round((performance.now() - began) / 1000)} s: ${told.join(', ')} requests, responses, keys told; ${records} records`,
    )
    expect(lost).toEqual({ requests: new Set(), responses: new Set(), keys: new Set() })
    // The load was one.
    expect(all.requests.size).toBeGreaterThan(rounds / 2)
    expect(Math.min(...told)).toBeGreaterThan(rounds / 10)
    expect(records).toBeGreaterThanOrEqual(all.requests.size)
    expect(readdirSync(data).filter((name) => name.endsWith('.journal'))).toEqual([])
  },
)
