import { once } from 'node:events'
import type { Dialect } from './agent-request.ts'
import type { LoadOrder, LoadReply } from './load-client.ts'
import { smallRequest } from './small-request.ts'
import { spawnPinned } from './spawn-pinned.ts'

/** The load client on the other core. */
export interface Load {
  order(order: LoadOrder): Promise<void>
  stop(): void
}

export function startLoad(): Load {
  const child = spawnPinned('other', [new URL('./load-client.ts', import.meta.url).pathname])
  child.stdout?.resume()
  return {
    async order(order) {
      const answer = once(child, 'message', { signal: AbortSignal.timeout(60_000) })
      child.send(order)
      const [reply] = (await answer) as [LoadReply] // the load client sends nothing else
      if (reply.type === 'error') throw new Error(`the load client failed: ${reply.message}`)
    },
    stop: () => void child.kill(),
  }
}

/** The bytes of one request, head included. */
export function requestBytes(dialect: Dialect, model: string, stream: boolean): string {
  const body = JSON.stringify(smallRequest(dialect, model, stream))
  const head =
    dialect === 'messages'
      ? 'POST /v1/messages HTTP/1.1\r\nx-api-key: bench\r\nanthropic-version: 2023-06-01\r\n'
      : 'POST /v1/chat/completions HTTP/1.1\r\nauthorization: Bearer bench\r\n'
  return `${head}host: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}
