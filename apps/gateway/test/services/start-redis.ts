import { atEnd } from '../at-end.ts'
import { findBinary } from './find-binary.ts'
import { missingService } from './missing-service.ts'
import { onFreePort } from './on-free-port.ts'
import { startServer, type RunningServer } from './start-server.ts'

export interface RunningRedis {
  readonly url: string
  stop(): Promise<void>
  /** Starts the server again after `stop`, on the same port, without data. */
  start(): Promise<void>
}

/** Starts Redis without a file on disk, ended after the file's tests; undefined if the machine does not have it. */
export async function startRedis(): Promise<RunningRedis | undefined> {
  const program = findBinary('redis-server')
  if (program === undefined) return missingService('Redis', 'redis-server')
  const launch = (port: number): Promise<RunningServer> => {
    const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
    return startServer(program, settings, { ready: 'Ready to accept connections', stopBy: 'TERM' })
  }
  const { port, server: first } = await onFreePort(launch)
  let server: RunningServer = first
  atEnd(() => server.stop())
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: () => server.stop(),
    async start() {
      server = await launch(port)
    },
  }
}
