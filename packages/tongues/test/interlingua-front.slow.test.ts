import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Report } from '../src/report/json-report.ts'
import { didRun } from '../src/run/outcome.ts'
import { packageFolder } from '../src/run/load-cases.ts'

const folder = mkdtempSync(join(tmpdir(), 'tongues-front-'))
const free = createServer().listen(0, '127.0.0.1')
await new Promise((resolve) => void free.once('listening', resolve))
const { port } = free.address() as AddressInfo // a listening TCP server has one
await new Promise((resolve) => void free.close(resolve))
writeFileSync(join(folder, 'interlingua.yaml'), 'demo: true\n')
const gateway = spawn(process.execPath, [join(packageFolder, '../../apps/gateway/src/main.ts')], {
  env: {
    ...process.env,
    INTERLINGUA_CONFIG: join(folder, 'interlingua.yaml'),
    INTERLINGUA_API_KEY: 'tongues-key',
    INTERLINGUA_DATA: join(folder, 'data'),
    PORT: String(port),
  },
  stdio: 'ignore',
})
afterAll(async () => {
  const closed = new Promise((resolve) => void gateway.once('close', resolve))
  gateway.kill()
  await closed
  rmSync(folder, { recursive: true, force: true })
})

test.each([
  ['the same format', 'M=demo-messages,R=demo-responses,C=demo-chat,G=demo-contents'],
  ['another format', 'M=demo-chat,R=demo-messages,C=demo-contents,G=demo-responses'],
])(
  'this repository’s gateway with its demo of %s passes what answers alone show',
  async (name, map) => {
    const out = join(folder, name)
    const address = `http://127.0.0.1:${port}`
    const options = ['--front', '--gateway', address, '--key', 'tongues-key', '--map', map, '--wait', `${address}/healthz`, '--out', out]
    const child = spawn(process.execPath, [join(packageFolder, 'src/cli.ts'), 'run', ...options])
    let text = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => void (text += chunk.toString()))
    const code = await new Promise<number | null>((resolve) => void child.once('close', resolve))
    expect([code, text]).toEqual([0, expect.stringContaining('tongues · 100 % of 4/4 client formats')])
    const report = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as Report // written by the command
    expect(report.mode).toBe('front')
    expect(report.results.filter(({ verdict }) => didRun(verdict)).length).toBeGreaterThan(80)
    expect(readFileSync(join(out, 'index.html'), 'utf8')).toContain('Mode front')
    expect(readFileSync(join(out, 'junit.xml'), 'utf8')).toContain('<skipped message="not judged"/>')
  },
  120_000,
)
