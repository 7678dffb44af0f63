// Runs the conformance suite of packages/tongues on the gateway and on the library, from sources: on the gateway every case must pass, and its list
// of expected failures is empty.
// The suite is a program of its own: it starts by its command, and imports nothing of ours.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawn, spawnSync } from 'node:child_process'
import { freePort } from './free-port.ts'
import { root } from './workspace.ts'

const folder = mkdtempSync(join(tmpdir(), 'tongues-'))
const cli = join(root, 'packages/tongues/src/cli.ts')
const [port, upstreamPort] = [await freePort(), await freePort()]
const { stdout } = spawnSync(process.execPath, [cli, 'config', 'interlingua', '--upstream-port', String(upstreamPort)], {
  encoding: 'utf8',
})
writeFileSync(join(folder, 'interlingua.yaml'), stdout)
const gateway = spawn(process.execPath, [join(root, 'apps/gateway/src/main.ts')], {
  env: {
    ...process.env,
    INTERLINGUA_CONFIG: join(folder, 'interlingua.yaml'),
    INTERLINGUA_API_KEY: 'tongues-key',
    INTERLINGUA_DATA: join(folder, 'data'),
    PORT: String(port),
  },
  stdio: 'ignore',
})
try {
  await untilReady(`http://127.0.0.1:${port}/healthz`)
  const args = ['--gateway', `http://127.0.0.1:${port}`, '--upstream-port', String(upstreamPort), '--profile', 'interlingua']
  const list = ['--expected', join(root, 'conformance/expected-failures.yaml'), '--timeout', '30', '--no-timing']
  process.exitCode = await runSuite(['run', ...args, ...list, ...process.argv.slice(2)])
} finally {
  const closed = new Promise((resolve) => void gateway.once('close', resolve))
  gateway.kill()
  await closed
  rmSync(folder, { recursive: true, force: true })
}
if (process.exitCode === 0 && process.argv.length === 2) {
  const list = ['--expected', join(root, 'conformance/expected-failures-library.yaml'), '--timeout', '30', '--no-timing']
  const harness = ['--', process.execPath, join(root, 'conformance/src/tongues-library.ts')]
  process.exitCode = await runSuite(['lib', '--upstream-port', String(await freePort()), ...list, ...harness])
}

async function runSuite(args: readonly string[]): Promise<number> {
  const suite = spawn(process.execPath, [cli, ...args], { stdio: 'inherit' })
  return new Promise<number>((resolve) => void suite.once('close', (code) => resolve(code ?? 1)))
}

async function untilReady(url: string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    if (gateway.exitCode !== null) throw new Error(`the gateway ended with ${gateway.exitCode}`)
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok === true) return
    await new Promise((resolve) => void setTimeout(resolve, 200))
  }
  throw new Error('the gateway did not start')
}
