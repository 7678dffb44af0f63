import { spawn, spawnSync } from 'node:child_process'
import type { Command } from './language.ts'

/** Throws with the reason if a program is not on this machine. */
export function need(program: string, ...args: readonly string[]): void {
  const { error, status } = spawnSync(program, args, { stdio: 'ignore' })
  if (error !== undefined || status !== 0) throw new Error(`${program} is not there`)
}

/** Runs a step of an installation to its end; throws with the end of its output if it fails. */
export function runInstall({ program, args, cwd, env = {} }: Command): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(program, args, {
      ...(cwd !== undefined && { cwd }),
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let text = ''
    const keep = (chunk: Buffer): void => void (text = (text + chunk.toString('utf8')).slice(-4000))
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.once('error', fail)
    child.once('close', (code) => {
      if (code === 0) done()
      else fail(new Error(`${program} ${args.join(' ')} ended with code ${code}\n${text}`))
    })
  })
}
