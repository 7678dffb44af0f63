import { freePort } from './free-port.ts'
import type { RunningServer } from './start-server.ts'

export interface ServerOnPort {
  readonly port: number
  readonly server: RunningServer
}

/** A server on a port that was free; where another took it meanwhile, on the next. */
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
