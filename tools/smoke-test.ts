import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createContext, Script } from 'node:vm'
import { build } from 'esbuild'
import { machinePath } from './machine-path.ts'
import type { PackedLibrary } from './pack-libraries.ts'
import { runStep } from './run-step.ts'
import { root } from './workspace.ts'

/**
 * Tests the packages as a user installs them: their tarballs in an empty project outside of the workspace, translating a request and a
 * stream in Node, in a browser and in a runtime that has only the language.
 */
export async function createSmokeProject(folder: string, packed: readonly PackedLibrary[]): Promise<void> {
  mkdirSync(folder)
  const dependencies = Object.fromEntries(
    packed
      .filter(({ manifest }) => manifest.name !== '@interlingua/testkit')
      .map(({ manifest, tarball }) => [manifest.name, `file:${tarball}`]),
  )
  // Overrides, because the tarballs depend on each other by versions that no registry has.
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'smoke', private: true, type: 'module', dependencies, overrides: dependencies }),
  )
  cpSync(join(root, 'tools/smoke'), folder, { recursive: true })
  if (!(await runStep('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder })))
    throw new Error('the tarballs cannot be installed')
}

export function smokeNode(folder: string): void {
  verify(execFileSync(process.execPath, [join(folder, 'node.js')], { cwd: folder, encoding: 'utf8' }))
}

/** Uses the libraries of the gateway, on the workspace's Node, without the optional packages. */
export function smokeLibraries(folder: string): void {
  execFileSync(process.execPath, [join(folder, 'libraries.js')], { cwd: folder, stdio: 'inherit' })
}

/** Runs on the machine's own Node if that is not the workspace's: the oldest version that the packages support. */
export function smokeMachineNode(folder: string): void {
  verify(execFileSync('/usr/bin/env', ['-i', `PATH=${machinePath()}`, 'node', join(folder, 'node.js')], { cwd: folder, encoding: 'utf8' }))
}

export async function smokeBrowser(folder: string): Promise<void> {
  await bundle(folder, 'browser')
  writeFileSync(join(folder, 'page.html'), '<!doctype html><meta charset="utf-8"><body><script src="browser.bundle.js"></script>')
  const chromium = findChromium()
  if (chromium === undefined) throw new Error('no Chromium on this machine')
  const { stdout, stderr } = spawnSync(
    chromium,
    [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      `--user-data-dir=${join(folder, 'profile')}`,
      '--virtual-time-budget=10000',
      '--dump-dom',
      pathToFileURL(join(folder, 'page.html')).href,
    ],
    { encoding: 'utf8', timeout: 120_000 },
  )
  const body = /<\/script>([^<]*)<\/body>|<body>([^<]*)<\/body>/.exec(stdout)
  if (body === null) throw new Error(`the page stayed empty: ${stdout} ${stderr}`)
  verify(decodeURIComponent((body[1] ?? body[2] ?? '').trim()))
}

export function findChromium(): string | undefined {
  return ['chromium', 'chromium-browser', 'google-chrome'].find((name) => spawnSync(name, ['--version']).status === 0)
}

export async function smokeBare(folder: string): Promise<void> {
  await bundle(folder, 'bare')
  const globals: { answer?: unknown } = createContext({ TextEncoder, TextDecoder, URL })
  new Script(readFileSync(join(folder, 'bare.bundle.js'), 'utf8')).runInContext(globals)
  verify(String(globals.answer))
}

async function bundle(folder: string, name: string): Promise<void> {
  await build({
    absWorkingDir: folder,
    entryPoints: [`${name}.js`],
    outfile: `${name}.bundle.js`,
    bundle: true,
    format: 'iife',
    platform: 'browser',
    logLevel: 'error',
  })
}

/** Checks that every runtime gives the same output. */
function verify(json: string): void {
  const { message, stream } = JSON.parse(json) as {
    readonly message: { readonly path: string; readonly body: Record<string, unknown> }
    readonly stream: string
  }
  const { body } = message
  demand(message.path === '/v1/messages', `the request goes to ${message.path}`)
  demand(body['max_tokens'] === 64, 'max_tokens is not carried')
  demand(JSON.stringify(body['system']).includes('Be brief.'), 'the instruction is not carried')
  demand(JSON.stringify(body['messages']).includes('Weather in Köln?'), 'the question is not carried')
  demand(JSON.stringify(body['tools']).includes('"input_schema"'), 'the tool is not carried')
  const events = [...stream.matchAll(/^data: (.*)$/gm)].map(
    ([, data]) => JSON.parse(data ?? '') as { type: string; delta?: Record<string, string> },
  )
  const said = (field: string): string => events.map(({ delta }) => delta?.[field] ?? '').join('')
  demand(said('text') === 'Wait for Köln.', `the stream says ${JSON.stringify(said('text'))}`)
  demand(JSON.stringify(JSON.parse(said('partial_json'))) === '{"city":"Köln"}', `the stream calls with ${said('partial_json')}`)
  demand(said('stop_reason') === 'tool_use', `the stream stops with ${said('stop_reason')}`)
  demand(events.at(-1)?.type === 'message_stop', 'the stream does not end')
}

function demand(condition: boolean, otherwise: string): void {
  if (!condition) throw new Error(otherwise)
}
