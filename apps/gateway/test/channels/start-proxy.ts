import { createServer, type IncomingHttpHeaders } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { atEnd } from '../at-end.ts'

export interface RunningProxy {
  readonly port: number
  /** Each request for a tunnel: where to, and its headers. */
  readonly asked: { readonly to: string; readonly headers: IncomingHttpHeaders }[]
  /** Requests that came otherwise. */
  plain: number
  /** All bytes that clients sent through tunnels. */
  readonly through: () => string
  /** How the next tunnels are answered: a status, or `silence`. */
  answer: number | 'silence'
}

/** Starts an HTTP proxy that makes tunnels (CONNECT), and records their requests and bytes. */
export async function startProxy(): Promise<RunningProxy> {
  const sockets = new Set<Socket>()
  let through = ''
  const proxy: RunningProxy = { port: 0, asked: [], plain: 0, through: () => through, answer: 200 }
  const server = createServer((_request, response) => {
    proxy.plain++
    response.writeHead(501).end()
  })
  server.on('connect', (request, socket: Socket, head: Buffer) => {
    const to = request.url ?? ''
    proxy.asked.push({ to, headers: request.headers })
    sockets.add(socket)
    socket.on('error', () => {})
    if (proxy.answer === 'silence') return
    if (proxy.answer !== 200) {
      const page = '<h1>the proxy wants somebody else</h1>'
      return void socket.end(
        `HTTP/1.1 ${proxy.answer} No\r\nproxy-authenticate: Basic realm="x"\r\ncontent-length: ${page.length}\r\n\r\n${page}`,
      )
    }
    const [host = '', port = ''] = to.split(':')
    const far = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connected\r\n\r\n')
      if (head.length > 0) far.write(head)
      socket.on('data', (bytes: Buffer) => {
        through += bytes.toString('latin1')
        far.write(bytes)
      })
      far.pipe(socket)
    })
    sockets.add(far)
    far.on('error', () => socket.destroy())
    socket.on('close', () => far.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  atEnd(() => {
    server.close()
    server.closeAllConnections()
    for (const socket of sockets) socket.destroy()
  })
  return Object.assign(proxy, { port: (server.address() as AddressInfo).port }) // the server listens on TCP
}
