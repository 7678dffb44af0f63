import { execFile } from 'node:child_process'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { freshEnvironment } from '../../clients/driver/fresh-environment.ts'
import { runAgent } from '../../clients/driver/run-agent.ts'
import { root } from '../workspace.ts'
import type { Guest } from './guests.ts'

export interface SetupDrive {
  readonly id: string
  /** Failures, each a sentence; empty: all is well. */
  readonly problems: readonly string[]
  /** Seconds of the set-up, and of the agent's first answer. */
  readonly seconds: { readonly setup: number; readonly agent: number }
  /** End of the output. */
  readonly output: string
}

/** Seconds for one turn of an agent. */
const patience = 150
const program = join(root, 'apps/gateway/src/main.ts')

/** Sets an agent up in a home that has a configuration, drives a tool loop, and takes the set-up back. */
export async function driveSetup(
  guest: Guest,
  installed: string,
  gateway: { readonly url: string; readonly folder: string },
  scratch: string,
): Promise<SetupDrive> {
  const home = mkdtempSync(join(scratch, `${guest.id}-`))
  const work = join(home, 'work')
  mkdirSync(work)
  const word = `saffron-${Math.trunc(1000 + Math.random() * 9000)}`
  writeFileSync(join(work, 'word.txt'), `${word}\n`)
  for (const [file, text] of Object.entries(guest.before)) {
    mkdirSync(dirname(join(home, file)), { recursive: true })
    writeFileSync(join(home, file), text)
  }
  const before = snapshot(home)
  const problems: string[] = []
  const command = async (...args: readonly string[]): Promise<string> => {
    const env = { ...freshEnvironment(home), INTERLINGUA_URL: gateway.url }
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [program, 'setup', guest.id, ...args], {
      cwd: gateway.folder,
      env,
    })
    return stdout + stderr
  }
  let output = ''
  const began = performance.now()
  output += await command('--yes')
  const set = performance.now()
  // First without a run: nothing of the home may differ.
  output += await command('--undo')
  problems.push(...differences(before, snapshot(home), true))
  output += await command('--yes')
  const start = performance.now()
  const prompt = guest.prompt(word)
  const { code, text } = await runAgent({
    program: join(installed, guest.program),
    args: guest.input ? guest.args : [...guest.args, prompt],
    ...(guest.input && { input: prompt }),
    env: guest.env ?? {},
    cwd: work,
    home,
    timeout: patience,
  })
  const end = performance.now()
  output += text
  const answer = guest.answerFile === undefined ? text : readIfThere(join(work, guest.answerFile))
  if (code !== 0) problems.push(code === null ? `it did not end within ${patience} s` : `it ended with code ${code}`)
  if (readIfThere(join(work, 'copied.txt')).trim() !== word) problems.push('its tool did not run')
  else if (!answer.includes(word)) problems.push('its final text does not hold what the tool said')
  output += await command('--undo')
  // Sessions and the like are the agent's own files, and stay.
  problems.push(...differences(before, snapshot(home), false))
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  return { id: guest.id, problems, seconds: { setup: (set - began) / 1000, agent: (end - start) / 1000 }, output: output.slice(-5000) }
}

/** Files of a folder with their bytes and permissions, and its folders. */
function snapshot(home: string): ReadonlyMap<string, string> {
  const names = globSync('**/*', { cwd: home, exclude: (name) => name === 'node_modules' })
  const hidden = globSync('**/.*', { cwd: home })
  const within = globSync('{**/,}.*/**/{*,.*}', { cwd: home })
  const all = [...new Set([...names, ...hidden, ...within])].toSorted()
  return new Map(
    all
      .filter((name) => existsSync(join(home, name)))
      .map((name) => {
        const stats = statSync(join(home, name))
        return [name, stats.isDirectory() ? 'folder' : `${(stats.mode & 0o777).toString(8)} ${readFileSync(join(home, name), 'base64')}`]
      }),
  )
}

function differences(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>, exact: boolean): readonly string[] {
  const changed = [...before].filter(([name, bytes]) => after.get(name) !== bytes && !name.startsWith('work'))
  const added = exact ? [...after.keys()].filter((name) => !before.has(name)) : []
  return [...changed.map(([name]) => `--undo left ${name} changed`), ...added.map((name) => `--undo left ${name} behind`)]
}

function readIfThere(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}
