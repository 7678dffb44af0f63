import { readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'

/** How many ports are drawn from. */
const room = 12_000

/**
 * A port on which nothing listens now; whoever takes it must be ready for another to have been faster. It is none of those that the system
 * gives to connections: a server can be stopped and started on it, and no connection has taken it meanwhile.
 */
export async function freePort(): Promise<number> {
  const end = firstOfConnections()
  if (end - room < 1024) return (await listenOn(0)) ?? 0
  for (;;) {
    const port = await listenOn(end - 1 - Math.floor(Math.random() * room))
    if (port !== undefined) return port
  }
}

/** The port on which something listened for a moment; none where another does. */
async function listenOn(wished: number): Promise<number | undefined> {
  const server = createServer()
  const listens = await new Promise<boolean>((done) => {
    server.on('error', () => done(false))
    server.listen(wished, '127.0.0.1', () => done(true))
  })
  if (!listens) return undefined
  const { port } = server.address() as AddressInfo // it listens on TCP
  await new Promise((done) => server.close(done))
  return port
}

/** The lowest port that the system gives to a connection; 0 where it does not say. */
function firstOfConnections(): number {
  try {
    return Number(/^\d+/.exec(readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8'))?.[0] ?? 0)
  } catch {
    return 0
  }
}
