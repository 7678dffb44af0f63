import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { atEnd } from './at-end.ts'
import { markScripted } from './valid-answers.ts'

export interface SeenRequest {
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  /** Set when the connection closed before the answer was complete. */
  left: boolean
}

export interface RunningUpstream {
  readonly url: string
  readonly seen: SeenRequest[]
  /** How the next requests are answered. */
  answer: (response: ServerResponse, seen: SeenRequest) => void
}

/** Starts a server that answers exactly as told, byte for byte, also in ways that no well-meaning provider would. */
export async function startUpstream(): Promise<RunningUpstream> {
  const seen: SeenRequest[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const entry: SeenRequest = { url: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks), left: false }
      seen.push(entry)
      response.on('close', () => {
        entry.left = !response.writableFinished
      })
      upstream.answer(response, entry)
    })
  })
  // An idle connection that ends just when the gateway uses it again would fail the test by accident.
  server.keepAliveTimeout = 300_000
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo // the server listens on TCP
  const upstream: RunningUpstream = { url: `http://127.0.0.1:${port}`, seen, answer: (response) => void response.writeHead(500).end() }
  const unmark = markScripted(port)
  atEnd(() => {
    unmark()
    server.close()
    server.closeAllConnections()
  })
  return upstream
}
