import { once } from 'node:events'
import type { DialectId } from './dialect-id.ts'
import { dialects } from './dialects.ts'
import type { LoadOrder, LoadReply } from './load-client.ts'
import { spawnPinned } from './spawn-pinned.ts'

/** Load client on the other core. */
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

/** Bytes of a request, head included. */
export function requestBytes(id: DialectId, model: string, stream: boolean, key: string): string {
  const { headers, path, smallRequest } = dialects[id]
  const body = JSON.stringify(smallRequest(model, stream))
  const head = Object.entries({
    ...headers(key),
    host: '127.0.0.1',
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  })
  return `POST ${path(model, stream)} HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`
}
