import { type ClientOptions, WebSocket } from 'ws'

/** Frame of the server. */
export type Frame = { readonly type: string; readonly [key: string]: unknown }

/** Ends of a turn. */
const ends: ReadonlySet<string> = new Set(['response.completed', 'response.incomplete', 'response.failed', 'error'])

/** Client of the gateway's WebSocket that keeps what it was sent. */
export interface OpenSocket {
  readonly socket: WebSocket
  readonly frames: readonly Frame[]
  send(frame: object | string): void
  /** Frames from now on up to one that `ends`; rejects if the connection closes before. */
  until(isLast: (frame: Frame) => boolean): Promise<readonly Frame[]>
  /** Sends a request, and gives the frames of its turn. */
  turn(body: object): Promise<readonly Frame[]>
  /** Code of the close, once the connection is closed. */
  closed(): Promise<number>
}

/** Opens a WebSocket of Responses at a gateway; rejects with the status where the handshake is refused. */
export async function openSocket(url: string, key = 'any', options: ClientOptions = {}): Promise<OpenSocket> {
  const address = `${url.replace('http', 'ws')}/v1/responses`
  const socket = new WebSocket(address, { ...options, headers: { authorization: `Bearer ${key}`, ...options.headers } })
  const frames: Frame[] = []
  const listeners = new Set<() => void>()
  let code: number | undefined
  const heard = (): void => {
    for (const listener of listeners) listener()
  }
  socket.on('message', (data, isBinary) => {
    if (isBinary) throw new Error('a binary frame')
    frames.push(JSON.parse(String(data)) as Frame) // the gateway writes objects
    heard()
  })
  socket.on('close', (closedWith) => {
    code = closedWith
    heard()
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  const wait = <Value>(look: () => Value | undefined): Promise<Value> =>
    new Promise((resolve, reject) => {
      const listener = (): void => {
        const value = look()
        if (value === undefined && code === undefined) return
        listeners.delete(listener)
        if (value === undefined) reject(new Error(`closed with ${code}`))
        else resolve(value)
      }
      listeners.add(listener)
      listener()
    })
  const opened: OpenSocket = {
    socket,
    frames,
    send: (frame) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
    until(isLast) {
      const from = frames.length
      let next = from
      return wait(() => {
        for (let frame = frames[next]; frame !== undefined; frame = frames[++next]) if (isLast(frame)) return frames.slice(from, next + 1)
        return undefined
      })
    },
    turn(body) {
      const done = opened.until(({ type }) => ends.has(type))
      opened.send({ type: 'response.create', ...body })
      return done
    },
    closed: () => wait(() => code),
  }
  return opened
}
