import { spawn, type ChildProcess } from 'node:child_process'
import type { createHttpClient } from '../run/http-client.ts'
import { UseError } from '../run/load-cases.ts'

/** Starts a gateway by a command of the user's shell, in a group of its own. */
export function startGateway(command: string | undefined): ChildProcess | undefined {
  return command === undefined
    ? undefined
    : spawn(command, { shell: true, detached: process.platform !== 'win32', stdio: ['ignore', 'inherit', 'inherit'] })
}

/** Ends a gateway that this process started, with what that started. */
export function stopGateway(gateway: ChildProcess | undefined): void {
  if (gateway?.pid === undefined || gateway.exitCode !== null) return
  try {
    process.kill(process.platform === 'win32' ? gateway.pid : -gateway.pid)
  } catch {
    // The group has ended already.
  }
}

/** Waits until an address answers with success, for two minutes at most. Throws UseError. */
export async function untilReady(url: string, http: ReturnType<typeof createHttpClient>, gateway: ChildProcess | undefined): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    if (gateway !== undefined && gateway.exitCode !== null)
      throw new UseError(`the gateway ended with ${gateway.exitCode} before it was ready`)
    const { status } = await http.send({ url, method: 'GET', headers: {} }, { timeoutMs: 5_000 })
    if (status >= 200 && status < 400) return
    await new Promise((resolve) => void setTimeout(resolve, 200))
  }
  throw new UseError(`${url} did not answer within two minutes`)
}
