import { ServerResponse } from 'node:http'

/** Receives each piece that a server of this process writes into an answer: the head as JSON by `writeHead`, the body by the others. */
export type WriteListener = (response: ServerResponse, method: 'writeHead' | 'write' | 'end', bytes: Buffer) => void

const listeners: WriteListener[] = []

/** Calls `listener` for everything that the HTTP servers of this process write from now on. */
export function watchWrites(listener: WriteListener): void {
  if (listeners.push(listener) > 1) return
  for (const method of ['writeHead', 'write', 'end'] as const) {
    const plain = ServerResponse.prototype[method] as (...given: unknown[]) => unknown // all arguments are handed on unchanged
    Object.defineProperty(ServerResponse.prototype, method, {
      configurable: true,
      writable: true,
      value(this: ServerResponse, ...given: unknown[]) {
        const [piece, encoding] = given
        // A body comes as bytes, or as a text with its encoding; a head as several arguments.
        if (method === 'writeHead') for (const each of listeners) each(this, method, Buffer.from(JSON.stringify(given)))
        else if (typeof piece === 'string' || piece instanceof Uint8Array) {
          const bytes = typeof piece === 'string' ? Buffer.from(piece, isEncoding(encoding) ? encoding : 'utf8') : Buffer.from(piece)
          for (const each of listeners) each(this, method, bytes)
        }
        return plain.apply(this, given)
      },
    })
  }
}

function isEncoding(value: unknown): value is BufferEncoding {
  return typeof value === 'string' && Buffer.isEncoding(value)
}
