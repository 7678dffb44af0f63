import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { UseError } from '../run/load-cases.ts'
import type { FromHarness, Hello, ToHarness } from './messages.ts'

/** Program that holds a library: it reads requests as lines of JSON, and writes what becomes of them. */
export interface Harness {
  readonly hello: Hello
  send(message: ToHarness): void
  stop(): Promise<void>
}

/** Time for the first line. */
const helloMs = 30_000

/** Starts a harness and waits for its `hello`. Throws UseError where it says something else, or nothing. `onMessage` gets its other lines. */
export async function startHarness(
  [command = '', ...args]: readonly string[],
  onMessage: (message: Exclude<FromHarness, Hello>) => void,
  onEnd: (reason: string) => void,
): Promise<Harness> {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.on('error', () => undefined)
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`cannot be started: ${error.message}`))
    child.once('close', (code, signal) => resolve(`ended with ${code ?? signal ?? 'no code'}`))
  })
  void ended.then(onEnd)
  const lines = createInterface({ input: child.stdout, crlfDelay: Infinity })
  const hello = await new Promise<Hello>((resolve, reject) => {
    const timer = setTimeout(() => reject(new UseError(`the harness wrote no hello within ${helloMs / 1000} s`)), helloMs)
    void ended.then((reason) => reject(new UseError(`the harness ${reason} before its hello`)))
    let isFirst = true
    lines.on('line', (line) => {
      const message = messageOf(line)
      if (!isFirst && message !== undefined && message.type !== 'hello') return onMessage(message)
      if (!isFirst) return void onEnd(`wrote a line that is no message: ${line.slice(0, 200)}`)
      isFirst = false
      clearTimeout(timer)
      if (message?.type === 'hello' && typeof message.name === 'string' && typeof message.version === 'string') resolve(message)
      else reject(new UseError(`the first line of the harness is no hello with name and version: ${line.slice(0, 200)}`))
    })
  }).catch((error: unknown) => {
    child.kill()
    throw error
  })
  return {
    hello,
    send: (message) => void child.stdin.write(`${JSON.stringify(message)}\n`),
    async stop() {
      child.stdin.end()
      child.kill()
      await ended
    },
  }
}

function messageOf(line: string): FromHarness | undefined {
  try {
    const value: unknown = JSON.parse(line)
    // The type is checked here, members where they are used: a harness is a program of the user.
    return typeof value === 'object' && value !== null && 'type' in value ? (value as FromHarness) : undefined
  } catch {
    return undefined
  }
}
