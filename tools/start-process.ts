import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds for a start, and for an end, on a machine that does much else. */
export const processTimeout = 60_000

/** A gateway, or another server that says where it listens. */
export interface Started {
  readonly child: ChildProcess
  readonly url: string
}

/** Waits until a program says where it listens. Throws where it ends instead, or says nothing. */
export async function started(child: ChildProcess): Promise<Started> {
  let said = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (said += text))
  const until = performance.now() + processTimeout
  for (;;) {
    const [, url] = /listens on (http:\S+)/.exec(said) ?? []
    if (url !== undefined) return { child, url }
    if (child.exitCode !== null || performance.now() > until) {
      child.kill('SIGKILL')
      throw new Error(`the program did not start: ${said}`)
    }
    await sleep(50)
  }
}

/** Ends a program by SIGTERM. Throws where it ends otherwise than well. */
export async function endProcess(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  const ended = await Promise.race([once(child, 'exit'), sleep(processTimeout)])
  if (ended === undefined) child.kill('SIGKILL')
  if (child.exitCode !== 0) throw new Error(`SIGTERM ended the program with ${child.exitCode ?? child.signalCode}`)
}
