import { createServer, type AddressInfo } from 'node:net'

/** A port on which nothing listens now; whoever takes it must be ready for another to have been faster. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo // it listens on TCP
  await new Promise((done) => server.close(done))
  return port
}
