import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Lets a server listen on loopback, at any port for 0; gives back its port, and how it is closed with its connections. */
export async function listen(server: Server, port: number): Promise<{ readonly port: number; close(): Promise<void> }> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    // A listening TCP server has an address of this kind.
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
