import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { root } from './workspace.ts'

const failed = 'FAILED: '

export interface StepOptions {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  /** True: output is collected and shown only on failure, so that several steps can run side by side. */
  readonly quiet?: boolean
  /** True: output is collected and shown as a whole at the end, so that steps that run side by side stay readable. */
  readonly whole?: boolean
  /** Receives what follows `FAILED: ` in a line of the output, which is shown as it comes. Absent: the output is not read. */
  readonly onFailure?: (failure: string) => void
}

/** Runs a program with the workspace's own programs first in its path. Returns true if it ended well; errors are on the console. */
export function runStep(
  program: string,
  args: readonly string[],
  { cwd = root, env = {}, quiet = false, whole = false, onFailure }: StepOptions = {},
): Promise<boolean> {
  return new Promise((settle) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env, PATH: [join(root, 'node_modules', '.bin'), process.env['PATH']].join(delimiter) },
      shell: process.platform === 'win32',
      stdio: quiet || whole || onFailure !== undefined ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    })
    const output: Buffer[] = []
    for (const [stream, shown] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ] as const) {
      if (quiet || whole) stream?.on('data', (chunk: Buffer) => output.push(chunk))
      else stream?.pipe(shown, { end: false })
      if (stream === null || onFailure === undefined) continue
      createInterface({ input: stream }).on('line', (line) => {
        if (line.startsWith(failed)) onFailure(line.slice(failed.length))
      })
    }
    child.once('error', (error) => {
      console.error(`${program} could not be started: ${error.message}`)
      settle(false)
    })
    child.once('close', (code) => {
      if (output.length > 0 && (whole || code !== 0)) console.error(Buffer.concat(output).toString('utf8').trimEnd())
      settle(code === 0)
    })
  })
}
