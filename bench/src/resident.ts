// Memory of the gateway as it was built for npm, idle and under load: `node bench/src/resident.ts [--seconds 60] [--flags=… --flags=…]`, each with
// settings of V8 that are tried; its own come from apps/gateway/src/operation/limit-heap.ts. Told in docs/decisions/016-heap-settings.md.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import { addressOf } from './address-of.ts'
import { benchKey } from './bench-key.ts'
import { gatewayConfig } from './gateway-config.ts'
import { requestBytes, startLoad, type Load } from './load.ts'
import { modelOf } from './model-of.ts'
import { pairs } from './pairs.ts'
import { spawnPinned } from './spawn-pinned.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    flags: { type: 'string', multiple: true, default: [''] },
    /** Main file of a built gateway. */
    main: { type: 'string', default: pathOf('../../apps/gateway/dist/package/dist/main.js') },
  },
})
const connections = 16
const emptyServer = `import { createServer } from 'node:http'
const server = createServer().listen(0, '127.0.0.1', () => console.log('listens on http://127.0.0.1:' + server.address().port))`
// undici is in CommonJS, and asks for modules of Node by `require`.
const banner = { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" }

/** MiB, and microseconds. */
interface Usage {
  readonly resident: number
  /** Part of `resident` that no file stands for. */
  readonly own: number
  readonly cpuMicros: number
}

const folder = mkdtempSync(join(tmpdir(), 'interlingua-resident-'))
const upstream = spawnPinned('other', [pathOf('./mock-upstream.ts')])
const load = startLoad()
try {
  const address = await addressOf(upstream, 'the mock upstream')
  console.log('| | idle, MiB (own) | requests, most (own) | CPU of a request, µs | bursts, most (own) |\n|---|---|---|---|---|')
  const [empty, proxy] = [join(folder, 'empty.mjs'), join(folder, 'proxy.mjs')]
  writeFileSync(empty, emptyServer)
  await measure('an empty server', [empty], {}, undefined)
  await build({ entryPoints: [pathOf('./raw-baseline.ts')], outfile: proxy, bundle: true, platform: 'node', format: 'esm', banner })
  await measure('a proxy that reads nothing', [proxy], { UPSTREAM: address.origin }, 'raw')
  const config = join(folder, 'interlingua.yaml')
  writeFileSync(config, gatewayConfig(address, false))
  for (const [index, flags] of values.flags.entries()) {
    const env = { PORT: '0', HOST: '127.0.0.1', INTERLINGUA_CONFIG: config, INTERLINGUA_API_KEY: benchKey }
    const data = { INTERLINGUA_DATA: join(folder, `data-${index}`) }
    await measure(`the gateway ${flags}`.trim(), [...flags.split(' ').filter(Boolean), values.main], { ...env, ...data }, 'gateway')
  }
} finally {
  load.stop()
  upstream.kill()
  rmSync(folder, { recursive: true, force: true })
}

async function measure(
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  kind: 'raw' | 'gateway' | undefined,
): Promise<void> {
  const child = spawnPinned('measured', args, { ...env, NODE_ENV: 'production' })
  try {
    const port = Number((await addressOf(child, name)).port)
    const pid = child.pid ?? 0
    await sleep(3000)
    const idle = usageOf(pid)
    const cells = [told(idle)]
    if (kind !== undefined) {
      const requests = await drive(load, pid, port, kind, 'doc')
      const bursts = await drive(load, pid, port, kind, 'burst')
      cells.push(told(requests), ((requests.cpuMicros - idle.cpuMicros) / requests.count).toFixed(0), told(bursts))
    }
    console.log(`| ${name} | ${cells.join(' | ')} |`)
  } finally {
    child.kill('SIGKILL')
  }
}

/** Sends requests of all pairs in turns, and tells the most memory that the server had meanwhile. */
async function drive(
  client: Load,
  pid: number,
  port: number,
  kind: 'raw' | 'gateway',
  mode: 'doc' | 'burst',
): Promise<Usage & { readonly count: number }> {
  let [resident, own] = [0, 0]
  const watch = setInterval(() => {
    const now = usageOf(pid)
    resident = Math.max(resident, now.resident)
    own = Math.max(own, now.own)
  }, 100)
  const until = performance.now() + Number(values.seconds) * 1000
  const order = mode === 'doc' ? 400 : 64
  let count = 0
  try {
    while (performance.now() < until)
      for (const [from, to] of pairs) {
        const request = requestBytes(kind === 'raw' ? to : from, modelOf(to, mode), mode === 'burst', benchKey)
        await client.order({ type: 'run', port, request, connections, count: order })
        count += order
      }
  } finally {
    clearInterval(watch)
  }
  return { resident, own, cpuMicros: usageOf(pid).cpuMicros, count }
}

function told({ resident, own }: Usage): string {
  return `${resident.toFixed(0)} (${own.toFixed(0)})`
}

function usageOf(pid: number): Usage {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const mebibytes = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024
  // After the program's name, which may hold spaces, the 12th and 13th fields are user and system time in ticks of 10 ms.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return { resident: mebibytes('VmRSS'), own: mebibytes('RssAnon'), cpuMicros: (Number(fields[11]) + Number(fields[12])) * 10_000 }
}

function pathOf(file: string): string {
  return new URL(file, import.meta.url).pathname
}
