import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { root } from './workspace.ts'

export interface StepOptions {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  /** Collect what it prints and show it only if it fails, so that several can run side by side. */
  readonly quiet?: boolean
}

/** Runs a program with the workspace's own programs first in its path. True if it ended well; what went wrong is on the console. */
export function runStep(
  program: string,
  args: readonly string[],
  { cwd = root, env = {}, quiet = false }: StepOptions = {},
): Promise<boolean> {
  return new Promise((settle) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env, PATH: [join(root, 'node_modules', '.bin'), process.env['PATH']].join(delimiter) },
      shell: process.platform === 'win32',
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    })
    const output: Buffer[] = []
    child.stdout?.on('data', (chunk: Buffer) => output.push(chunk))
    child.stderr?.on('data', (chunk: Buffer) => output.push(chunk))
    child.once('error', (error) => {
      console.error(`${program} could not be started: ${error.message}`)
      settle(false)
    })
    child.once('close', (code) => {
      if (code !== 0 && quiet) console.error(Buffer.concat(output).toString('utf8').trimEnd())
      settle(code === 0)
    })
  })
}
