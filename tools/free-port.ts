import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

/** Finds a free port of the loopback. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a listening TCP server has one
  await new Promise((resolve) => server.close(resolve))
  return port
}
