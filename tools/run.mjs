// `npm start` and `npm test` on a bare machine. Plain JavaScript without dependencies: it runs before anything is installed,
// on whatever Node the machine has (20 or newer). It installs what the lockfile says, when that was not done yet, and then
// hands over to the real program on Node 24, which is itself one of the installed packages.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, linkSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const stampFile = join(root, 'node_modules', '.interlingua-install')
const windows = process.platform === 'win32'

/** What each command runs, relative to the root, with further arguments of the caller appended. */
const programs = {
  start: 'apps/gateway/src/main.ts',
  test: 'tools/test.ts',
  ci: 'tools/ci.ts',
}

const [command, ...rest] = process.argv.slice(2)

if (command === 'pnpm') {
  // For people without pnpm: `node tools/run.mjs pnpm add …` uses the pinned one.
  finish(await run('npx', pnpmArguments(rest), { shell: windows, env: outsideNpx() }))
} else if (command !== undefined && Object.hasOwn(programs, command)) {
  await install()
  if (command === 'start' && (rest[0] ?? '-').startsWith('-')) await buildPage()
  finish(await run(runtime(), [join(root, programs[command]), ...rest], { env: environment() }))
} else {
  console.error(`usage: node tools/run.mjs ${[...Object.keys(programs), 'pnpm'].join('|')} [arguments]`)
  process.exit(2)
}

/** Installs only if the lockfile differs from the one that was installed last: a warm start spawns nothing but the program. */
async function install() {
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'pnpm-lock.yaml')))
    .digest('hex')
  if (isInstalled(wanted)) return
  const unlock = await lock()
  try {
    // Another run may have finished while this one waited for the lock.
    if (isInstalled(wanted)) return
    console.error('Installing dependencies (once, and after the lockfile changed) …')
    const flags = ['--frozen-lockfile', '--prefer-offline', '--reporter=append-only', '--loglevel=error']
    // Warnings that packages want a newer Node are beside the point: it is being installed.
    const env = { ...outsideNpx(), npm_config_loglevel: 'error' }
    const result = await run('npx', pnpmArguments(['install', ...flags]), { shell: windows, stdio: ['ignore', 2, 2], env })
    if (result.code !== 0 && result.signal === null) console.error('The installation failed. See the messages above.')
    if (result.code !== 0) finish(result)
    if (!hasRuntime()) {
      console.error('There is no Node 24 in the registry for this platform: install it by hand, then run this command again.')
      process.exit(1)
    }
    writeFileSync(stampFile, wanted)
  } finally {
    unlock()
  }
}

/** The environment without what npx tells a command that it runs: another npx in it would take that for its own arguments. */
function outsideNpx() {
  const env = { ...process.env }
  for (const name of ['npm_config_call', 'npm_config_package']) delete env[name]
  return env
}

/** Builds the console's page if it was not built since its sources changed: a second or two. The gateway serves without it as well. */
async function buildPage() {
  const app = join(root, 'apps', 'console')
  if (!existsSync(join(app, 'src'))) return
  const built = statSync(join(app, 'dist', 'index.html'), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const sources = [
    'index.html',
    'package.json',
    'vite.config.ts',
    ...readdirSync(join(app, 'src'), { recursive: true }).map((file) => join('src', file)),
  ]
  if (sources.every((file) => statSync(join(app, file)).mtimeMs <= built)) return
  const program = join(app, 'node_modules', 'vite', 'bin', 'vite.js')
  const { code } = await run(runtime(), [program, 'build', '--logLevel', 'warn'], { cwd: app, env: environment() })
  if (code !== 0) console.error('The console could not be built, and is not served. See the messages above.')
}

function isInstalled(wanted) {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted && hasRuntime()
}

/** Two commands started together on a fresh clone must not install into each other. A lock of a dead process is taken over. */
async function lock() {
  const path = join(tmpdir(), `interlingua-install-${createHash('sha256').update(root).digest('hex').slice(0, 16)}.lock`)
  const id = String(process.pid)
  let said = false
  for (;;) {
    if (make(path, id)) return unlockOnce(path, id)
    const owner = ownerOf(path)
    if (owner === undefined) continue // gone in between
    if (!isHeld(path, owner)) takeAway(path, owner)
    else {
      if (!said) console.error('Another command is installing dependencies; waiting for it …')
      said = true
      await new Promise((done) => setTimeout(done, 250))
    }
  }
}

function make(path, id) {
  try {
    writeFileSync(path, id, { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

/** Unlocks when it is called, and at the latest when this process ends: once, since afterwards the lock may be another's. */
function unlockOnce(path, id) {
  const unlock = () => {
    process.off('exit', unlock)
    if (ownerOf(path) === id) rmSync(path, { force: true })
  }
  process.on('exit', unlock)
  return unlock
}

/** The process that made the lock: `''` where it has not said so yet, `undefined` where there is no lock. */
function ownerOf(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}

function isHeld(path, owner) {
  // The owner writes its id right after it made the file: one without is young, or its owner died in between.
  if (owner === '') return Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) < 5000
  try {
    process.kill(Number(owner), 0)
    return true
  } catch (error) {
    // The process exists but belongs to somebody else.
    return error.code === 'EPERM'
  }
}

/** Removes the lock of a dead owner. Of several who want to only one gets the file; where that is a living one's by now, it gets it back. */
function takeAway(path, owner) {
  const aside = `${path}.${process.pid}`
  try {
    renameSync(path, aside)
  } catch (error) {
    if (error.code === 'ENOENT') return
    throw error
  }
  if (ownerOf(aside) !== owner) giveBack(aside, path)
  rmSync(aside, { force: true })
}

/** The very file: its owner may be writing its id into it now. Where another has made a lock meanwhile, that one stands. */
function giveBack(aside, path) {
  try {
    linkSync(aside, path)
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
}

function pnpmArguments(arguments_) {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return ['--yes', '--package', packageManager, 'pnpm', ...arguments_]
}

function installedNode() {
  return join(root, 'node_modules', 'node', 'bin', windows ? 'node.exe' : 'node')
}

/** The project runs from TypeScript sources, which needs Node 24: the machine's own where it is new enough, else the installed one. */
function runtime() {
  return isNewEnough() ? process.execPath : installedNode()
}

function isNewEnough() {
  return Number(process.versions.node.split('.')[0]) >= 24
}

function hasRuntime() {
  return isNewEnough() || existsSync(installedNode())
}

function environment() {
  const path = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH'
  return { ...process.env, [path]: [dirname(runtime()), join(root, 'node_modules', '.bin'), process.env[path]].join(delimiter) }
}

/** Runs a program in the foreground, passing on the signals that end this one. */
function run(program, arguments_, options) {
  return new Promise((done) => {
    const child = spawn(program, arguments_, { cwd: root, stdio: 'inherit', ...options })
    const listeners = ['SIGTERM', 'SIGHUP', 'SIGINT'].map((signal) => {
      const listener = () => {
        // A terminal sends Ctrl-C to its whole foreground group, so the child has it already; a second one would cut its clean end short.
        if (signal === 'SIGINT' && process.stdin.isTTY) return
        child.kill(signal)
      }
      process.on(signal, listener)
      return () => process.off(signal, listener)
    })
    const watch = watchParent(() => child.kill('SIGTERM'))
    const settle = (result) => {
      clearInterval(watch)
      for (const off of listeners) off()
      done(result)
    }
    child.once('error', (error) => {
      console.error(`${program} could not be started: ${error.message}`)
      settle({ code: 1, signal: null })
    })
    child.once('exit', (code, signal) => settle({ code, signal }))
  })
}

/** npm runs its scripts through a shell, and passes signals on to the shell alone, which dies of them and leaves this process behind,
 *  holding the port. Getting another parent is the one sign of that. */
function watchParent(onGone) {
  if (process.env.npm_lifecycle_event === undefined) return undefined
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    onGone()
  }, 200)
  return watch
}

/** Ends like the child did; one that died of a signal gives the code a shell would give. */
function finish({ code, signal }) {
  process.exit(code ?? 128 + (constants.signals[signal] ?? 1))
}
