import { startScriptedProvider } from '@interlingua/scripted-provider/http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { atEnd } from '../at-end.ts'
import type { ChannelConfig } from '../../src/config/config-schema.ts'

export interface Recorded {
  readonly method: string
  readonly path: string
  readonly body: Record<string, unknown>
}

export interface Recorder {
  /** Requests that the upstream got, in order. */
  readonly seen: Recorded[]
  /** Channels, one for each dialect of the demo provider; `stateless-responses` is configured to keep no responses. */
  readonly channels: ChannelConfig[]
}

/** Starts the demo provider behind a server that records the requests. */
export async function startRecorder(): Promise<Recorder> {
  const provider = await startScriptedProvider({ port: 0, host: '127.0.0.1' })
  const seen: Recorded[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      const { method = '', url = '', headers } = request
      seen.push({ method, path: url, body: body.length === 0 ? {} : (JSON.parse(body.toString()) as Record<string, unknown>) }) // only JSON is sent
      const { host: _host, connection: _connection, 'content-length': _length, ...kept } = headers
      const given = body.length === 0 ? {} : { body }
      const left = new AbortController()
      response.on('close', () => left.abort())
      const pass = async (): Promise<void> => {
        const init = { method, headers: kept as Record<string, string>, ...given, signal: left.signal } // clients send one value for each name
        const answer = await fetch(`${provider.url}${url}`, init)
        response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
        for await (const chunk of answer.body ?? []) response.write(chunk)
        response.end()
      }
      pass().catch(() => response.destroy())
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo // the server listens on TCP
  atEnd(async () => {
    server.closeAllConnections()
    server.close()
    await provider.close()
  })
  const baseUrl = `http://127.0.0.1:${port}`
  const channel = (name: string, format: ChannelConfig['format'], more: Partial<ChannelConfig> = {}): ChannelConfig => ({
    name,
    format,
    baseUrl,
    apiKey: 'demo',
    models: [{ name }],
    supports: { messageThreads: false },
    ...more,
  })
  return {
    seen,
    channels: [
      channel('demo-messages', 'messages'),
      channel('demo-chat', 'chat'),
      channel('demo-contents', 'contents'),
      channel('stateless-responses', 'responses', { supports: { messageThreads: false, storedResponses: false } }),
      channel('demo-responses', 'responses'),
      channel('demo-interactions', 'interactions'),
      channel('stateless-interactions', 'interactions', { supports: { messageThreads: false, storedResponses: false } }),
    ],
  }
}
