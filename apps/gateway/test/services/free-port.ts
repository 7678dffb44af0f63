import { readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'

/** How many ports are drawn from. */
const room = 12_000

/**
 * A port on which no server listens now; callers must expect that another process takes it first. The port is outside the range that the system gives
 * to connections, so a server can be stopped and started on it.
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
async function listenOn(wanted: number): Promise<number | undefined> {
  const server = createServer()
  const listens = await new Promise<boolean>((done) => {
    server.on('error', () => done(false))
    server.listen(wanted, '127.0.0.1', () => done(true))
  })
  if (!listens) return undefined
  const { port } = server.address() as AddressInfo // the server listens on TCP
  await new Promise((done) => server.close(done))
  return port
}

/** Lowest port that the system gives to connections; 0 if it does not tell. */
function firstOfConnections(): number {
  try {
    return Number(/^\d+/.exec(readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8'))?.[0] ?? 0)
  } catch {
    return 0
  }
}
