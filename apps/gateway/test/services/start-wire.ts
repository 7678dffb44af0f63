import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { atEnd } from '../at-end.ts'

export interface Wire {
  readonly port: number
  /** Ends all connections, and takes no new ones. */
  cut(): void
  /** Holds all bytes in both directions while connections stay open, like a broken network. */
  hold(): void
  /** Ends a cut or a hold: held bytes pass, and new connections are taken. */
  mend(): void
}

/** A stretch of network to a port of this machine, which can be broken. */
export async function startWire(port: number): Promise<Wire> {
  const sockets = new Set<Socket>()
  let state: 'whole' | 'cut' | 'held' = 'whole'

  function join(one: Socket, other: Socket): void {
    sockets.add(one)
    one.on('error', () => {})
    one.on('data', (bytes) => void other.write(bytes))
    one.on('close', () => {
      sockets.delete(one)
      other.destroy()
    })
    if (state === 'held') one.pause()
  }

  const server = createServer((near) => {
    if (state === 'cut') return void near.destroy()
    const far = connect({ port, host: '127.0.0.1' })
    join(near, far)
    join(far, near)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const cutAll = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  atEnd(() => {
    server.close()
    cutAll()
  })
  return {
    port: (server.address() as AddressInfo).port, // the server listens on TCP
    cut() {
      state = 'cut'
      cutAll()
    },
    hold() {
      state = 'held'
      for (const socket of sockets) socket.pause()
    },
    mend() {
      state = 'whole'
      for (const socket of sockets) socket.resume()
    },
  }
}
