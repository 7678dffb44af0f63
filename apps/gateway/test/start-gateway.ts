import { createGateway, type GatewayConfig } from '../src/index.ts'
import { afterAll } from 'vitest'

export interface RunningGateway {
  readonly url: string
  readonly log: () => readonly Record<string, unknown>[]
  close(): Promise<void>
}

/** A gateway on a free port, closed after the file's tests. Its log is kept to be looked at. */
export async function startGateway(config: Partial<GatewayConfig> = {}): Promise<RunningGateway> {
  let text = ''
  const gateway = createGateway({ channels: [], port: 0, ...config }, { writeLog: (lines) => void (text += lines) })
  const { url } = await gateway.listen()
  const running: RunningGateway = {
    url,
    log: () =>
      text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Record<string, unknown>), // one object a line
    close: () => gateway.close(100),
  }
  afterAll(() => running.close())
  return running
}
