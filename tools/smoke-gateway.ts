import { execFile, execFileSync, spawn, type ExecFileOptions } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { startScriptedProvider } from '../packages/scripted-provider/src/http.ts'
import { buildGateway, gatewayPackage } from './build-gateway.ts'
import { bytesIn } from './bytes-in.ts'
import { machinePath } from './machine-path.ts'
import { tarballOf } from './pack-libraries.ts'
import { residentOf } from './resident-of.ts'
import { sbomFile } from './sbom.ts'
import { endProcess, processTimeout, started, type Started } from './start-process.ts'
import { root, type Manifest } from './workspace.ts'

/** Bytes on disk of an installation, whole. */
const mostInstalled = 20_000_000
/** Bytes that an idle gateway has for itself above a server of Node that does nothing. */
const mostAbove = 24 * 1024 * 1024

/** The gateway as a stranger has it: its tarball installed into an empty folder, by npm with nothing in its home. */
export interface InstalledGateway {
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
  /** The file that Node runs. */
  readonly main: string
}

export function installGateway(folder: string, tarball: string): InstalledGateway {
  const home = join(folder, 'home')
  const project = join(folder, 'project')
  for (const each of [home, project]) mkdirSync(each, { recursive: true })
  const env = { PATH: [join(root, 'node_modules/node/bin'), process.env['PATH']].join(':'), HOME: home, HOST: '127.0.0.1', PORT: '0' }
  // Offline: there is nothing else to fetch.
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', '--loglevel=error', tarball], {
    cwd: project,
    env,
    stdio: 'inherit',
  })
  return { folder: project, env, main: join(project, 'node_modules/@interlingua/gateway/dist/main.js') }
}

/** Checks of an installation, by their names. */
export const gatewayChecks: Readonly<Record<string, (installed: InstalledGateway) => unknown>> = {
  'is one package, of at most 20 MB': ({ folder }) => {
    const modules = join(folder, 'node_modules')
    const packages = readdirSync(modules).filter((name) => !name.startsWith('.'))
    demand(packages.join() === '@interlingua', `besides the gateway there are ${packages.join(', ')}`)
    const { onDisk } = bytesIn(modules)
    console.log(`installed: ${(onDisk / 1e6).toFixed(1)} MB on disk`)
    demand(onDisk <= mostInstalled, `the installation takes ${onDisk} bytes`)
    const packed = readdirSync(join(modules, '@interlingua/gateway'))
    for (const paper of ['LICENSE', 'README.md', 'THIRD-PARTY.txt', sbomFile]) demand(packed.includes(paper), `${paper} is missing`)
  },
  'has the files that its unit of systemd names': async ({ folder }) => {
    const unit = readFileSync(join(folder, 'node_modules/@interlingua/gateway/deploy/interlingua.service'), 'utf8')
    const named = [...unit.matchAll(/^(?:ExecStart=\/usr\/bin\/node |Documentation=file:)\/opt\/interlingua\/(\S+)/gm)]
    demand(named.length === 2, 'the unit names no program')
    for (const [, file = ''] of named) demand(existsSync(join(folder, file)), `${file} is missing`)
    // The unit as systemd reads it, where there is systemd: with the paths of this installation.
    const copy = join(folder, 'interlingua.service')
    writeFileSync(copy, unit.replaceAll('/opt/interlingua', folder).replaceAll('/usr/bin/node', process.execPath))
    const { status, stderr } = await run('systemd-analyze', ['verify', copy])
    demand(status === 0 || status === 'ENOENT', `systemd says ${stderr}`)
  },
  'tells its version by npx': ({ folder, env }) => {
    const { version } = JSON.parse(readFileSync(join(root, 'apps/gateway/package.json'), 'utf8')) as Manifest
    const said = execFileSync('npx', ['--no-install', 'interlingua', '--version'], { cwd: folder, env, encoding: 'utf8' })
    demand(said.trim() === version, `it says ${said}`)
  },
  'answers from its first upstream, and ends by SIGTERM': (installed) => answerOnce(installed, process.execPath),
  'is started by npx, and ends with it': async ({ folder, env }) => {
    rmSync(join(folder, 'interlingua.yaml'), { force: true })
    const options = { cwd: folder, env: { ...env, INTERLINGUA_API_KEY: 'a-key-of-this-test' } }
    const npx = spawn('npx', ['--no-install', 'interlingua'], { ...options, stdio: ['ignore', 'pipe', 'inherit'] })
    const { url, child } = await started(npx)
    child.kill('SIGTERM')
    const until = performance.now() + processTimeout
    while (
      await fetch(`${url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      )
    ) {
      demand(performance.now() < until, 'it goes on without npx')
      await sleep(200)
    }
  },
  'has a video made, asks how it stands, and fetches it': async (installed) => {
    const upstream = await startScriptedProvider()
    try {
      const channel = { name: 'films', format: 'openai-videos', baseUrl: `${upstream.url}/v1`, apiKeyEnv: 'SCRIPTED_KEY', models: ['film'] }
      writeConfig(installed, { channels: [{ ...channel, tier: 'fixed', poll: { initial: 1, interval: 1 } }] })
      const env = { ...installed.env, SCRIPTED_KEY: 'scripted', INTERLINGUA_API_KEY: 'a-key-of-this-test' }
      const checked = await run(process.execPath, [installed.main, 'check', '--connect'], { env, cwd: installed.folder })
      demand(checked.status === 0, `the check says ${checked.stderr}`)
      const { url, child } = await start(installed, process.execPath, env)
      const { body } = await post(`${url}/v1/videos`, { model: 'film', prompt: 'a lighthouse', seconds: '4' })
      const { id } = JSON.parse(body) as { readonly id: string } // OpenAI's document
      const headers = { authorization: 'Bearer a-key-of-this-test' }
      const until = performance.now() + processTimeout
      for (;;) {
        const film = await fetch(`${url}/v1/videos/${id}/content`, { headers })
        if (film.ok) {
          demand(Buffer.from(await film.arrayBuffer()).includes('ftyp'), 'the video is no MP4 file')
          break
        }
        demand(performance.now() < until, `no video is made of ${body}: ${await film.text()}`)
        await sleep(500)
      }
      await endProcess(child)
    } finally {
      await upstream.close()
    }
  },
  'answers on the oldest Node that it promises': async (installed) => {
    const folder = join(installed.folder, '../oldest')
    mkdirSync(folder)
    // The package `node` fetches the binary of this platform.
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', '--prefix', folder, 'node@22.15.0'], {
      stdio: 'inherit',
    })
    await answerOnce(installed, join(folder, 'node_modules/node/bin/node'))
  },
  'tells an older Node what it needs': async ({ main }) => {
    const script = `Object.defineProperty(process.versions, 'node', { value: '22.14.0' }); await import(${JSON.stringify(main)})`
    const { stderr, status } = await run(process.execPath, ['--input-type=module', '--eval', script])
    demand(status === 1 && stderr.includes('needs Node 22.15'), `Node 22.14 is told ${stderr}`)
    const machine = await run('/usr/bin/env', ['-i', `PATH=${machinePath()}`, 'node', main, '--version'])
    demand(machine.status === 0 || machine.stderr.includes('needs Node 22.15'), `the machine's Node is told ${machine.stderr}`)
  },
  'keeps at most 24 MiB more for itself than an empty server': async (installed) => {
    if (!existsSync('/proc/self/status')) return
    rmSync(join(installed.folder, 'interlingua.yaml'), { force: true })
    const gateway = await start(installed, process.execPath, { ANTHROPIC_API_KEY: 'a-key-for-nothing' })
    const server = join(installed.folder, 'empty.mjs')
    writeFileSync(
      server,
      `import { createServer } from 'node:http'
       createServer().listen(0, '127.0.0.1', () => console.log('listens on http://127.0.0.1'))`,
    )
    const empty = await started(spawn(process.execPath, [server], { stdio: ['ignore', 'pipe', 'inherit'] }))
    await sleep(3_000)
    const [full, least] = [residentOf(gateway.child), residentOf(empty.child)]
    empty.child.kill()
    await endProcess(gateway.child)
    const told = ({ resident, own }: typeof full): string =>
      `${(resident / 2 ** 20).toFixed(0)} MiB, ${(own / 2 ** 20).toFixed(0)} of its own`
    console.log(`idle: ${told(full)}; an empty server: ${told(least)}`)
    demand(full.own - least.own <= mostAbove, `an idle gateway keeps ${full.own} bytes for itself, an empty server ${least.own}`)
  },
  'serves its console, into which a link signs in': async (installed) => {
    rmSync(join(installed.folder, 'interlingua.yaml'), { force: true })
    const { url, child } = await start(installed, process.execPath, { INTERLINGUA_API_KEY: 'a-key-of-this-test' })
    const page = await (await fetch(`${url}/console/`)).text()
    const [, script] = /src="(\/console\/assets\/[^"]+\.js)"/.exec(page) ?? []
    demand(script !== undefined, `the page has no script: ${page}`)
    const { status, headers } = await fetch(url + script)
    demand(status === 200 && headers.get('content-encoding') !== null, `the script answers ${status}, uncompressed`)
    const { port } = new URL(url)
    const said = await run(process.execPath, [installed.main, 'console'], { env: { ...installed.env, PORT: port }, cwd: installed.folder })
    const [, link] = /#login=(\S+)/.exec(said.stdout) ?? []
    const login = await post(`${url}/admin/api/login`, { link })
    demand(
      login.status === 200 && login.body.includes('"role":"operator"'),
      `${said.stdout} ${said.stderr} signs in with ${login.status} ${login.body}`,
    )
    await endProcess(child)
  },
  'serves the demo without its encoders, and says what its pictures need': async (installed) => {
    rmSync(join(installed.folder, 'interlingua.yaml'), { force: true })
    const { url, child } = await start(installed, process.execPath, { INTERLINGUA_API_KEY: 'a-key-of-this-test' })
    const text = await post(`${url}/v1/chat/completions`, { model: 'demo-messages', messages: [{ role: 'user', content: 'Hello' }] })
    demand(text.status === 200, `the demo answers ${text.status} ${text.body}`)
    const form = new FormData()
    for (const [name, value] of Object.entries({ model: 'demo-openai-videos', prompt: 'a lighthouse', seconds: '4' })) form.set(name, value)
    const media = { '/v1/images/generations': { model: 'demo-openai-images', prompt: 'a lighthouse' }, '/v1/videos': form }
    for (const [path, asked] of Object.entries(media)) {
      const { status, body } = await post(`${url}${path}`, asked)
      demand(status >= 400 && body.includes('npm install'), `${path} answers ${status} ${body}`)
    }
    await endProcess(child)
  },
  'loads what few use: Redis, a bucket, a collector of telemetry, PostgreSQL': async (installed) => {
    const nowhere = '127.0.0.1:9'
    const s3 = { bucket: 'none', endpoint: `http://${nowhere}`, region: 'none', accessKeyIdEnv: 'NOTHING', secretAccessKeyEnv: 'NOTHING' }
    writeConfig(installed, { demo: true, results: { storage: 's3', s3 }, telemetry: { endpoint: `http://${nowhere}` } })
    const env = { INTERLINGUA_API_KEY: 'a-key-of-this-test', NOTHING: 'nothing' }
    const { child } = await start(installed, process.execPath, { ...env, REDIS_URL: `redis://${nowhere}` })
    await endProcess(child)
    const { status, stderr } = await run(process.execPath, [installed.main], {
      env: { ...installed.env, DATABASE_URL: `postgres://${nowhere}/none` },
    })
    demand(status === 1 && stderr.includes('ECONNREFUSED'), `without a database it says ${stderr}`)
  },
}

/** From a start with a configuration file to the first answer, and to the end. */
async function answerOnce(installed: InstalledGateway, node: string): Promise<void> {
  const upstream = await startScriptedProvider()
  try {
    const channel = { format: 'messages', baseUrl: upstream.url, apiKeyEnv: 'SCRIPTED_KEY' }
    const channels = [
      { ...channel, name: 'scripted', models: ['claude-*'] },
      { ...channel, name: 'uncounted', format: 'chat', baseUrl: `${upstream.url}/v1`, models: ['gpt-*'] },
    ]
    writeConfig(installed, { channels })
    const { url, child } = await start(installed, node, { SCRIPTED_KEY: 'scripted', INTERLINGUA_API_KEY: 'a-key-of-this-test' })
    const asked = { model: 'claude-sonnet-4-5', messages: [{ role: 'user', content: 'Hello' }] }
    const { status, body } = await post(`${url}/v1/chat/completions`, asked)
    demand(status === 200 && body.includes('"chat.completion"'), `the first answer is ${status} ${body}`)
    const stream = await post(`${url}/v1/responses`, { model: 'claude-sonnet-4-5', input: 'Hello', stream: true })
    demand(stream.body.includes('response.completed'), `the stream is ${stream.status} ${stream.body}`)
    demand(upstream.stats().requests === 2, `the upstream saw ${upstream.stats().requests} requests`)
    const count = await post(`${url}/v1beta/models/gpt-5:countTokens`, { contents: [{ parts: [{ text: 'Hello' }] }] })
    demand(count.body.includes('totalTokens'), `the count is ${count.status} ${count.body}`)
    const metrics = await fetch(`${url}/metrics`)
    demand((await metrics.text()).includes('process_resident_memory_bytes'), 'its metrics are missing')
    await endProcess(child)
  } finally {
    await upstream.close()
  }
}

function writeConfig({ folder }: InstalledGateway, config: object): void {
  // JSON is YAML.
  writeFileSync(join(folder, 'interlingua.yaml'), JSON.stringify(config))
}

function start({ folder, env, main }: InstalledGateway, node: string, more: Readonly<Record<string, string>>): Promise<Started> {
  rmSync(join(folder, '.interlingua'), { recursive: true, force: true })
  return started(spawn(node, [main], { cwd: folder, env: { ...env, ...more }, stdio: ['ignore', 'pipe', 'inherit'] }))
}

async function post(url: string, asked: object): Promise<{ readonly status: number; readonly body: string }> {
  const authorization = 'Bearer a-key-of-this-test'
  const sent =
    asked instanceof FormData
      ? { headers: { authorization }, body: asked }
      : { headers: { authorization, 'content-type': 'application/json' }, body: JSON.stringify(asked) }
  const answer = await fetch(url, { method: 'POST', ...sent })
  return { status: answer.status, body: await answer.text() }
}

/** Runs a program to its end; the upstreams of this process answer meanwhile. */
async function run(
  program: string,
  args: readonly string[],
  options: ExecFileOptions = {},
): Promise<{ readonly status: number | string; readonly stdout: string; readonly stderr: string }> {
  try {
    const { stdout } = await promisify(execFile)(program, args, { ...options, encoding: 'utf8', timeout: processTimeout })
    return { status: 0, stdout, stderr: '' }
  } catch (error) {
    // `execFile` rejects with these: ENOENT is no such program.
    const { code, stdout, stderr } = error as { code: number | string; stdout: string; stderr: string }
    return { status: code, stdout, stderr }
  }
}

function demand(condition: boolean, otherwise: string): void {
  if (!condition) throw new Error(otherwise)
}

// By itself: builds, packs and checks.
if (import.meta.main) {
  const folder = mkdtempSync(join(tmpdir(), 'interlingua-smoke-'))
  await buildGateway()
  execFileSync('npm', ['pack', '--loglevel=error', '--pack-destination', folder, gatewayPackage], { stdio: 'ignore' })
  const manifest = JSON.parse(readFileSync(join(gatewayPackage, 'package.json'), 'utf8')) as Manifest
  const installed = installGateway(folder, tarballOf(folder, manifest))
  for (const [name, check] of Object.entries(gatewayChecks)) {
    await check(installed)
    console.log(`ok: ${name}`)
  }
  rmSync(folder, { recursive: true })
}
