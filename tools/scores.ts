// Scores gateways by the conformance suite: `node tools/scores.ts [name …] [--reports folder]`. Installs each from its registry into a temporary folder, in the
// version of its profile, runs the suite twice on it, and writes packages/tongues/scores/<name>.json and docs/scoreboard.md. Needs npm, and
// Python for LiteLLM; takes about three minutes for each gateway. Two runs that differ write no score.
import { spawn, type ChildProcess, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { freePort } from './free-port.ts'
import { root } from './workspace.ts'

const cli = join(root, 'packages/tongues/src/cli.ts')
const scores = join(root, 'packages/tongues/scores')

/** How a gateway is installed into an empty folder, and started there. */
interface Peer {
  readonly version: string
  /** File of the configuration that `tongues config` prints; absent: the gateway has none. */
  readonly config?: string
  /** Lines of the printed configuration that the file does not take. */
  readonly strip?: RegExp
  readonly install?: (folder: string) => void
  readonly start: (
    folder: string,
    port: number,
  ) => { readonly command: string; readonly args: readonly string[]; readonly env?: NodeJS.ProcessEnv }
  /** Path that answers with success once the gateway is ready. */
  readonly ready: string
}

const versionOf = (name: string): string => {
  const { stdout } = run(process.execPath, [cli, 'config', name])
  const version = /@(\d[\w.]*)$|==(\d[\w.]*)'/m.exec(stdout)
  return version?.[1] ?? version?.[2] ?? 'unknown'
}

const peers: Readonly<Record<string, () => Peer>> = {
  interlingua: () => ({
    version: String((JSON.parse(readFileSync(join(root, 'apps/gateway/package.json'), 'utf8')) as { version: string }).version), // ours
    config: 'interlingua.yaml',
    start: (folder, port) => ({
      command: process.execPath,
      args: [join(root, 'apps/gateway/src/main.ts')],
      env: {
        INTERLINGUA_CONFIG: join(folder, 'interlingua.yaml'),
        INTERLINGUA_API_KEY: 'tongues-key',
        INTERLINGUA_DATA: join(folder, 'data'),
        PORT: String(port),
      },
    }),
    ready: '/healthz',
  }),
  portkey: () => {
    const version = versionOf('portkey')
    return {
      version,
      install: (folder) => npmInstall(folder, '@portkey-ai/gateway', version, { hono: '4.9.7', '@hono/node-server': '1.13.5' }),
      start: (_folder, port) => ({
        command: process.execPath,
        args: ['node_modules/@portkey-ai/gateway/build/start-server.js', `--port=${port}`, '--headless'],
      }),
      ready: '/',
    }
  },
  'claude-code-router': () => {
    const version = versionOf('claude-code-router')
    return {
      version,
      config: '.claude-code-router/config.json',
      strip: /^#.*\n/gm,
      install: (folder) => npmInstall(folder, '@musistudio/claude-code-router', version, {}),
      start: (folder) => ({
        command: process.execPath,
        args: ['node_modules/@musistudio/claude-code-router/dist/cli.js', 'start'],
        env: { HOME: folder },
      }),
      ready: '/health',
    }
  },
  litellm: () => {
    const version = versionOf('litellm')
    return {
      version,
      config: 'litellm.yaml',
      install: (folder) => {
        run('python3', ['-m', 'venv', 'venv'], folder)
        run(join(folder, 'venv/bin/pip'), ['install', '--quiet', `litellm[proxy]==${version}`], folder)
      },
      start: (folder, port) => ({
        command: join(folder, 'venv/bin/litellm'),
        args: ['--config', 'litellm.yaml', '--host', '127.0.0.1', '--port', String(port)],
        env: { LITELLM_LOCAL_MODEL_COST_MAP: 'True', HOME: folder },
      }),
      ready: '/health/liveliness',
    }
  },
}

const { values, positionals: asked } = parseArgs({ options: { reports: { type: 'string' } }, allowPositionals: true })
for (const name of asked) if (!Object.hasOwn(peers, name)) fail(`there is no gateway ${name}: ${Object.keys(peers).join(', ')}`)
mkdirSync(scores, { recursive: true })
for (const [name, peerOf] of Object.entries(peers)) if (asked.length === 0 || asked.includes(name)) await scoreOf(name, peerOf())
run(process.execPath, [cli, 'scoreboard', scores, '--out', join(root, 'docs/scoreboard.md')])

async function scoreOf(name: string, peer: Peer): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), `tongues-${name}-`))
  try {
    peer.install?.(folder)
    const reports: string[] = []
    for (const each of ['first', 'second']) {
      console.log(`${name} ${peer.version}: ${each} run`)
      reports.push(await runSuite(name, peer, folder, join(folder, each)))
    }
    // Kept first: where the runs differ, the reports say how.
    if (values.reports !== undefined)
      for (const each of ['first', 'second']) cpSync(join(folder, each), join(values.reports, name, each), { recursive: true })
    console.log(run(process.execPath, [cli, 'score', ...reports, '--out', join(scores, `${name}.json`)]).stdout.trim())
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Runs the suite on a gateway that is started for it alone; gives back the report's file. */
async function runSuite(name: string, peer: Peer, folder: string, out: string): Promise<string> {
  const [port, upstream] = [await freePort(), await freePort()]
  if (peer.config !== undefined) {
    const { stdout } = run(process.execPath, [cli, 'config', name, '--upstream-port', String(upstream), '--port', String(port)])
    mkdirSync(join(folder, peer.config, '..'), { recursive: true })
    writeFileSync(join(folder, peer.config), peer.strip === undefined ? stdout : stdout.replace(peer.strip, ''))
  }
  const { command, args, env } = peer.start(folder, port)
  const gateway = spawn(command, args, { cwd: folder, env: { ...process.env, ...env }, stdio: 'ignore', detached: true })
  try {
    const at = `http://127.0.0.1:${port}`
    const options = ['--profile', name, '--gateway', at, '--gateway-version', peer.version, '--upstream-port', String(upstream)]
    const suite = spawn(
      process.execPath,
      [cli, 'run', ...options, '--timeout', '30', '--limit', '1800', '--wait', `${at}${peer.ready}`, '--out', out, '--quiet'],
      {
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    )
    const code = await new Promise<number | null>((resolve) => void suite.once('close', resolve))
    if (code !== 0 && code !== 1) fail(`the run on ${name} ended with ${code}`)
    return join(out, 'report.json')
  } finally {
    await stop(gateway)
  }
}

async function stop(gateway: ChildProcess): Promise<void> {
  if (gateway.pid === undefined || gateway.exitCode !== null) return
  const closed = new Promise((resolve) => void gateway.once('close', resolve))
  process.kill(-gateway.pid, 'SIGKILL')
  await closed
}

/** Scripts of dependencies do not run: none of these gateways needs one. */
function npmInstall(folder: string, name: string, version: string, overrides: Readonly<Record<string, string>>): void {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: { [name]: version }, overrides }))
  run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], folder)
}

function run(command: string, args: readonly string[], cwd: string = root): { readonly stdout: string } {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (status !== 0) fail(`${command} ${args.join(' ')} ended with ${status}: ${stderr}`)
  return { stdout }
}

function fail(problem: string): never {
  console.error(problem)
  process.exit(1)
}
