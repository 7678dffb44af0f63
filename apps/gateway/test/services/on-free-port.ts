import { freePort } from './free-port.ts'
import type { RunningServer } from './start-server.ts'

export interface ServerOnPort {
  readonly port: number
  readonly server: RunningServer
}

/** Starts a server on a free port, or on the next one if another process took it meanwhile. */
export async function onFreePort(launch: (port: number) => Promise<RunningServer>): Promise<ServerOnPort> {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort()
    try {
      return { port, server: await launch(port) }
    } catch (error) {
      if (attempt === 3) throw error
    }
  }
}
