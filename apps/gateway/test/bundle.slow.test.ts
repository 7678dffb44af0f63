import { execFile, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startScriptedProvider } from '@interlingua/scripted-provider/http'
import { beforeAll, expect, test } from 'vitest'
import { buildGateway } from '../../../tools/build-gateway.ts'
import { endProcess, started } from '../../../tools/start-process.ts'
import { atEnd } from './at-end.ts'
import { startPostgres } from './services/start-postgres.ts'
import { startRedis } from './services/start-redis.ts'
import { tempFolder } from './temp-folder.ts'

/** Tests of the published bundle as a folder; an installation of it is tested in CI. */
const run = promisify(execFile)
const folder = tempFolder('bundle')
/** The demo is not part of the bundle's main file. */
const main = join(folder, 'package/dist/main.js')

let outputs: Awaited<ReturnType<typeof buildGateway>>['outputs']
beforeAll(async () => {
  outputs = (await buildGateway(join(folder, 'package'), ['@interlingua/scripted-provider/*'])).outputs
})

/** Packages of others in a file of the bundle, and in the files that it imports statically. */
function librariesOf(file: string, seen = new Set<string>()): readonly string[] {
  if (seen.has(file)) return []
  seen.add(file)
  const { inputs, imports } = outputs[file] ?? { inputs: {}, imports: [] }
  const own = Object.keys(inputs).flatMap((input) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1] ?? [])
  return [...own, ...imports.flatMap(({ kind, path }) => (kind === 'import-statement' ? librariesOf(path, seen) : []))]
}

const used = ['eventsource-parser', 'ipaddr.js', 'lru-cache', 'pino', 'undici', 'yaml', 'zod']
/** Libraries that pino brings. */
const besidePino = [
  '@pinojs/redact',
  'atomic-sleep',
  'on-exit-leak-free',
  'pino-std-serializers',
  'quick-format-unescaped',
  'safe-stable-stringify',
  'sonic-boom',
  'thread-stream',
]

test('a start loads few libraries: whatever is added here, each start pays for', () => {
  const start = Object.keys(outputs).filter((file) => /\/run-(?:gateway|single)-\w+\.js$/.test(file))
  expect(start).toHaveLength(2)
  expect([...new Set(start.flatMap((file) => librariesOf(file)))].toSorted()).toEqual([...used, ...besidePino].toSorted())
})

test('it keeps keys and usage in PostgreSQL, and counts on Redis', async (context) => {
  const [postgres, redis] = [await startPostgres(), await startRedis()]
  if (!postgres || !redis) return context.skip()
  const upstream = await startScriptedProvider()
  atEnd(() => upstream.close())
  const channel = { name: 'scripted', format: 'messages', baseUrl: upstream.url, apiKey: 'scripted', models: ['claude-*'] }
  writeFileSync(join(folder, 'interlingua.yaml'), JSON.stringify({ channels: [channel] }))
  const env = { PATH: process.env['PATH'], PORT: '0', DATABASE_URL: await postgres.createDatabase(), REDIS_URL: redis.url }
  const created = await run(process.execPath, [main, 'key', 'create', 'tester', '--requests-per-minute', '2'], { cwd: folder, env })
  const secret = /il-[\w-]+/.exec(created.stdout)?.[0]
  const { url, child } = await started(spawn(process.execPath, [main, 'start'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] }))
  const statuses: number[] = []
  for (let i = 0; i < 3; i++) {
    const answer = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'claude-sonnet-4-5', messages: [{ role: 'user', content: 'Hello' }] }),
    })
    statuses.push(answer.status)
    await answer.text()
  }
  expect(statuses).toEqual([200, 200, 429])
  expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({ status: 'ready' })
  await endProcess(child)
  const usage = await run(process.execPath, [main, 'usage', '--by', 'key', '--json'], { cwd: folder, env })
  expect(usage.stdout).toContain('tester')
})

test('without the demo it says what to install, or to configure', async () => {
  const empty = tempFolder('empty')
  const start = run(process.execPath, [main], { cwd: empty, env: { PATH: process.env['PATH'], PORT: '0' } })
  await expect(start).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('demo: the demo needs the package @interlingua/scripted-provider, which is not installed'),
  })
})
