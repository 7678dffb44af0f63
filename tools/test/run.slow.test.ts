import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { root } from '../workspace.ts'

let base: string
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'run-')))
  copyTo('tools/run.mjs', 'tools/run.mjs')
  write('package.json', JSON.stringify({ packageManager: 'pnpm@1.2.3' }))
  write('pnpm-lock.yaml', 'one')
  write('apps/gateway/src/main.ts', "console.log('arguments', ...process.argv.slice(2))\nprocess.exitCode = 7")
  // Stands in for npx: records its arguments, and installs a Node.
  write(
    'bin/npx',
    `#!/bin/sh\necho "$@" >> '${base}/npx.log'\nmkdir -p '${base}/node_modules/node/bin'\nln -sf '${process.execPath}' '${base}/node_modules/node/bin/node'\nexit \${NPX_EXIT:-0}\n`,
  )
  chmodSync(join(base, 'bin/npx'), 0o755)
})
afterEach(() => {
  rmSync(base, { recursive: true })
})

function copyTo(from: string, to: string): void {
  mkdirSync(dirname(join(base, to)), { recursive: true })
  copyFileSync(join(root, from), join(base, to))
}

function write(file: string, text: string): void {
  mkdirSync(dirname(join(base, file)), { recursive: true })
  writeFileSync(join(base, file), text)
}

const environment = (extra: Readonly<Record<string, string>> = {}): Record<string, string> => ({
  PATH: `${join(base, 'bin')}:/usr/bin:/bin`,
  ...extra,
})

function run(
  args: readonly string[],
  extra?: Readonly<Record<string, string>>,
): { readonly status: number | null; readonly stdout: string } {
  const { status, stdout } = spawnSync(process.execPath, [join(base, 'tools/run.mjs'), ...args], {
    env: environment(extra),
    encoding: 'utf8',
  })
  return { status, stdout }
}

const installations = (): number =>
  existsSync(join(base, 'npx.log')) ? readFileSync(join(base, 'npx.log'), 'utf8').trim().split('\n').length : 0

describe('the launcher of the two commands', () => {
  it('installs what the lockfile says with the pinned pnpm, then runs the program with its arguments and its exit code', () => {
    expect(run(['start', '--flag', 'a b'])).toEqual({ status: 7, stdout: 'arguments --flag a b\n' })
    expect(readFileSync(join(base, 'npx.log'), 'utf8')).toMatch(/^--yes --package pnpm@1\.2\.3 pnpm install --frozen-lockfile /)
  })

  it('installs once, and again when the lockfile changed', () => {
    run(['start'])
    run(['start'])
    expect(installations()).toBe(1)
    write('pnpm-lock.yaml', 'two')
    run(['start'])
    expect(installations()).toBe(2)
    expect(readFileSync(join(base, 'node_modules/.interlingua-install'), 'utf8')).toBe(createHash('sha256').update('two').digest('hex'))
  })

  it('runs nothing after an installation that failed, and tries again the next time', () => {
    expect(run(['start'], { NPX_EXIT: '3' })).toEqual({ status: 3, stdout: '' })
    expect(run(['start'])).toEqual({ status: 7, stdout: 'arguments\n' })
    expect(installations()).toBe(2)
  })

  it('hands any other pnpm command to the pinned one', () => {
    expect(run(['pnpm', 'add', 'x']).status).toBe(0)
    expect(readFileSync(join(base, 'npx.log'), 'utf8')).toBe('--yes --package pnpm@1.2.3 pnpm add x\n')
  })

  it('says which commands there are', () => {
    expect(run(['toString']).status).toBe(2)
  })

  /** Resolves to the exit code if it is right, else to the output. */
  const start = (): Promise<unknown> => {
    const child = spawn(process.execPath, [join(base, 'tools/run.mjs'), 'start'], {
      env: environment(),
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (text: Buffer) => (said += text.toString()))
    return new Promise((end) => child.once('close', (code) => end(code === 7 ? code : said)))
  }

  it('lets only one of many commands install, and all of them run', { timeout: 120_000 }, async () => {
    for (let round = 0; round < 12; round++) {
      write('pnpm-lock.yaml', `round ${round}`)
      expect(await Promise.all(Array.from({ length: 6 }, start))).toEqual([7, 7, 7, 7, 7, 7])
      expect(installations()).toBe(round + 1)
    }
  })

  it.each([
    ['a process that died', String(2 ** 22 + 1)],
    ['one that died before it said who it is', ''],
    ['somebody who wrote nonsense', 'nonsense'],
  ])('takes over the lock of %s, also where several want to', { timeout: 120_000 }, async (_, owner) => {
    const lock = join(tmpdir(), `interlingua-install-${createHash('sha256').update(base).digest('hex').slice(0, 16)}.lock`)
    writeFileSync(lock, owner)
    utimesSync(lock, 1, 1)
    expect(await Promise.all(Array.from({ length: 4 }, start))).toEqual([7, 7, 7, 7])
    expect(installations()).toBe(1)
    expect(existsSync(lock)).toBe(false)
  })

  it.each(['SIGTERM', 'SIGINT'] as const)('passes %s on and waits for the program to end its own way', async (signal) => {
    write('apps/gateway/src/main.ts', `process.once('${signal}', () => process.exit(9))\nconsole.log('ready')\nsetInterval(() => {}, 1000)`)
    const child = spawn(process.execPath, [join(base, 'tools/run.mjs'), 'start'], {
      env: environment(),
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await new Promise((ready) => child.stdout.once('data', ready))
    child.kill(signal)
    expect(await new Promise((end) => child.once('exit', end))).toBe(9)
  })

  it('ends the program when the shell that npm put between dies', async () => {
    write(
      'apps/gateway/src/main.ts',
      "process.once('SIGTERM', () => { console.log('ended'); process.exit(0) })\nconsole.log('ready')\nsetInterval(() => {}, 1000)",
    )
    const command = `'${process.execPath}' '${join(base, 'tools/run.mjs')}' start; true`
    const shell = spawn('/bin/sh', ['-c', command], {
      env: environment({ npm_lifecycle_event: 'start' }),
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await new Promise((ready) => shell.stdout.once('data', ready))
    shell.kill('SIGKILL')
    expect(String(await new Promise((said) => shell.stdout.once('data', said)))).toBe('ended\n')
  })
})
