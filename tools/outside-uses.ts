import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { cacheFolder } from '../clients/driver/cache-folder.ts'
import { startScriptedProvider } from '../packages/scripted-provider/src/http.ts'
import { installPackages } from './clients/install-packages.ts'
import { findChromium } from './smoke-test.ts'
import { root } from './workspace.ts'

/** Runtimes, frameworks and compilers that users bring along; installed once, beside the checkout. */
const packages: readonly string[] = [
  'hono@4.13.19',
  'express@5.3.0',
  'miniflare@4.20260730.0',
  'deno@2.9.6',
  'bun@1.4.5',
  'node20@npm:node@20.20.2',
  'node22@npm:node@22.23.3',
  'typescript54@npm:typescript@5.4.5',
  'typescript7@npm:typescript@7.0.2',
  '@types/node@24.19.2',
]

interface Place {
  /** Project with the tarballs and the files of `tools/outside`. */
  readonly folder: string
  readonly provider: string
  /** Folder of a package that is installed beside. */
  readonly of: (name: string) => string
}

/** Uses of the packages that are made outside of this repository, by their names; each throws where it fails. */
export const outsideUses: Readonly<Record<string, (place: Place) => unknown>> = {
  'Node 20, ES modules': (place) => run(place, join(place.of('node20'), 'bin/node'), ['serve.js']),
  'Node 20, require': (place) => run(place, join(place.of('node20'), 'bin/node'), ['require.cjs']),
  'Node 22, require': (place) => run(place, join(place.of('node22'), 'bin/node'), ['require.cjs']),
  'Node 24, require': (place) => run(place, process.execPath, ['require.cjs']),
  Hono: (place) => run(place, process.execPath, ['hono.js']),
  Express: (place) => run(place, process.execPath, ['express.js']),
  Deno: (place) =>
    run(place, process.execPath, [join(place.of('deno'), 'bin.cjs'), 'run', '--no-prompt', '-A', '--node-modules-dir=manual', 'serve.js']),
  Bun: (place) => run(place, join(place.of('bun'), 'bin/bun.exe'), ['serve.js']),
  async workerd(place) {
    await bundle(place.folder, 'worker.js', 'esm')
    await run(place, process.execPath, ['workerd.js'])
  },
  async Chromium(place) {
    await bundle(place.folder, 'page.js', 'iife')
    await runPage(place)
  },
  'TypeScript 5.4': (place) => compile(place, 'typescript54'),
  'TypeScript 7': (place) => compile(place, 'typescript7'),
}

/** Opens a project into which the tarballs were installed to uses from outside, with a provider. */
export async function openOutside(folder: string): Promise<{ readonly place: Place; readonly close: () => Promise<void> }> {
  const cache = cacheFolder('outside')
  await installPackages(cache, packages)
  cpSync(join(root, 'tools/outside'), folder, { recursive: true })
  const of = (name: string): string => join(cache, 'node_modules', name)
  for (const name of ['hono', 'express', 'miniflare', '@types']) {
    const link = join(folder, 'node_modules', name)
    // Types that a dependency brought along would be read by the compilers as well.
    rmSync(link, { recursive: true, force: true })
    symlinkSync(of(name), link)
  }
  const provider = await startScriptedProvider()
  return { place: { folder, provider: provider.url, of }, close: () => provider.close() }
}

const patience = 120_000

async function run({ folder, provider }: Place, program: string, args: readonly string[]): Promise<void> {
  const env = { ...process.env, PROVIDER: provider, DENO_NO_UPDATE_CHECK: '1', NODE_NO_WARNINGS: '1' }
  const { stdout, stderr } = await promisify(execFile)(program, args, { cwd: folder, env, timeout: patience })
  if (stdout.trim() !== 'ok') throw new Error(`${program} ${args.join(' ')} said ${stdout} ${stderr}`)
}

async function bundle(folder: string, name: string, format: 'esm' | 'iife'): Promise<void> {
  const outfile = name.replace('.js', '.bundle.js')
  await build({ absWorkingDir: folder, entryPoints: [name], outfile, bundle: true, format, platform: 'browser', logLevel: 'error' })
}

/** Opens a page in Chromium that calls the provider at its own origin, since it lets no other one in, and that tells how it went. */
async function runPage({ folder, provider }: Place): Promise<void> {
  const program = findChromium()
  if (program === undefined) throw new Error('no Chromium on this machine')
  const told = Promise.withResolvers<string>()
  const server = createServer((request, response) => {
    if (request.method === 'GET') return sendPage(folder, request, response)
    if (request.url === '/result') return void text(request).then(told.resolve)
    return void passOn(provider, request, response).catch(() => response.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo // a TCP server that listens has one
  const flags = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    `--user-data-dir=${join(folder, 'page-profile')}`,
  ]
  const browser = spawn(program, [...flags, `http://127.0.0.1:${port}/`], { stdio: 'ignore' })
  const timer = setTimeout(() => told.resolve('nothing'), patience)
  try {
    const said = await told.promise
    if (said !== 'ok') throw new Error(`the page says ${said}`)
  } finally {
    clearTimeout(timer)
    browser.kill('SIGKILL')
    server.closeAllConnections()
    server.close()
  }
}

function sendPage(folder: string, { url }: IncomingMessage, response: ServerResponse): void {
  const script = url === '/page.bundle.js'
  response.writeHead(200, { 'content-type': script ? 'text/javascript' : 'text/html', 'content-security-policy': "script-src 'self'" })
  response.end(script ? readFileSync(join(folder, 'page.bundle.js')) : '<!doctype html><body><script src="page.bundle.js"></script>')
}

async function passOn(provider: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { 'x-api-key': key, 'anthropic-version': version } = request.headers
  const headers = { 'content-type': 'application/json', 'x-api-key': String(key), 'anthropic-version': String(version) }
  const answer = await fetch(`${provider}${request.url}`, { method: 'POST', headers, body: await text(request) })
  response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
  for await (const chunk of answer.body ?? []) response.write(chunk)
  response.end()
}

/** Compiles what a user writes, under the default strict options, with every declaration checked. */
async function compile({ folder, of }: Place, compiler: string): Promise<void> {
  for (const [module, moduleResolution, exactOptionalPropertyTypes] of [
    ['nodenext', 'nodenext', false],
    ['esnext', 'bundler', true],
  ] as const) {
    const compilerOptions = {
      strict: true,
      skipLibCheck: false,
      noEmit: true,
      target: 'es2022',
      lib: ['es2023', 'dom', 'dom.iterable'],
      types: ['node'],
      module,
      moduleResolution,
      exactOptionalPropertyTypes,
    }
    const config = join(folder, 'tsconfig.json')
    writeFileSync(config, JSON.stringify({ compilerOptions, files: ['types.ts'] }))
    await promisify(execFile)(process.execPath, [join(of(compiler), 'bin/tsc'), '-p', config, '--pretty', 'false'], { cwd: folder }).catch(
      (error: { readonly stdout?: string }) => {
        throw new Error(error.stdout ?? String(error))
      },
    )
  }
}
