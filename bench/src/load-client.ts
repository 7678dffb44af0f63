// Load generator as a process of its own: keep-alive connections that send canned bytes and only count the response.
import { connect, type Socket } from 'node:net'

export type LoadOrder =
  | { readonly type: 'run'; readonly port: number; readonly request: string; readonly connections: number; readonly count: number }
  | { readonly type: 'open'; readonly port: number; readonly request: string; readonly count: number }
  | { readonly type: 'close' }

export type LoadReply = { readonly type: 'done'; readonly bytes: number } | { readonly type: 'error'; readonly message: string }

const lastChunk = Buffer.from('0\r\n\r\n')
let held: Socket[] = []

process.on('message', (order: LoadOrder) => {
  obey(order).then(
    (bytes) => process.send?.({ type: 'done', bytes } satisfies LoadReply),
    (error: unknown) => process.send?.({ type: 'error', message: String(error) } satisfies LoadReply),
  )
})

async function obey(order: LoadOrder): Promise<number> {
  switch (order.type) {
    case 'run': {
      const left = { requests: order.count }
      const bytes = await Promise.all(Array.from({ length: order.connections }, () => drive(order.port, Buffer.from(order.request), left)))
      return bytes.reduce((sum, value) => sum + value, 0)
    }
    case 'open': {
      const bytes: number[] = []
      // A few at a time: a burst of connections would measure the accept queue.
      for (let opened = 0; opened < order.count; opened += 25) {
        const count = Math.min(25, order.count - opened)
        bytes.push(...(await Promise.all(Array.from({ length: count }, () => hold(order.port, order.request)))))
      }
      return bytes.reduce((sum, value) => sum + value, 0)
    }
    case 'close':
      for (const socket of held) socket.destroy()
      held = []
      return 0
  }
}

/** Drives one connection with one request after the other, until none is left. */
function drive(port: number, request: Buffer, left: { requests: number }): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let total = 0
    /** Bytes still to come; undefined before the head is read, infinite in a chunked body. */
    let missing: number | undefined
    const next = (): void => {
      missing = undefined
      if (left.requests-- > 0) {
        socket.write(request)
        return
      }
      socket.removeAllListeners('close')
      socket.destroy()
      resolve(total)
    }
    socket.on('connect', next)
    socket.on('data', (bytes) => {
      total += bytes.length
      let body = bytes.length
      if (missing === undefined) {
        const head = bytes.indexOf('\r\n\r\n')
        const text = bytes.toString('latin1', 0, head < 0 ? bytes.length : head)
        if (head < 0 || !text.startsWith('HTTP/1.1 200')) {
          socket.destroy(new Error(`unexpected answer: ${bytes.toString('utf8', 0, 600)}`))
          return
        }
        const length = /\r\ncontent-length: *(\d+)/i.exec(text)?.[1]
        missing = length === undefined ? Number.POSITIVE_INFINITY : Number(length)
        body = bytes.length - head - 4
      }
      missing -= body
      // Only one request is open, so a chunked response ends where the bytes do. JSON and event data hold no bare CR LF.
      if (missing <= 0 || (missing === Number.POSITIVE_INFINITY && bytes.subarray(-lastChunk.length).equals(lastChunk))) next()
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('the connection was closed in the middle')))
  })
}

/** Opens a stream and keeps it; resolves once its first content has come. */
function hold(port: number, request: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    held.push(socket)
    let text = ''
    let settled = false
    socket.on('connect', () => socket.write(request))
    socket.on('data', (bytes) => {
      if (settled) return
      text += bytes.toString('latin1')
      if (!text.startsWith('HTTP/1.1 200')) reject(new Error(`unexpected answer: ${text.slice(0, 600)}`))
      if (!/"(delta|choices|candidates)"/.test(text)) return
      settled = true
      resolve(text.length)
      text = ''
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('a stream that should stay open was closed')))
  })
}
