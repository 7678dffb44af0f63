import { createServer, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'

/** Orders to the process, each answered by `done` or by a count. */
export type LoadOrder =
  | { readonly open: 'idle' | 'streams'; readonly count: number; readonly url: string }
  /** The upstream ends its streams; answered when each client has its end. */
  | { readonly end: 'streams' }
  | { readonly end: 'idle' }

export type LoadReport = { readonly upstream: string } | { readonly done: number }

/** Number of connections that are opened at once: more would overflow the queue of accepted ones. */
const abreast = 200

/** Clients and upstream of a gateway in one process, so that the gateway's own memory holds none of them. */
const idle: Socket[] = []
const streams: { readonly socket: Socket; readonly ended: Promise<void> }[] = []
const answers: ServerResponse[] = []

const event = (delta: object, finish: string | null): string =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`

const upstream = createServer((request, response) => {
  request.resume()
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(event({ role: 'assistant', content: 'Hi' }, null))
  answers.push(response)
})
upstream.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () =>
  tell({ upstream: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}` }),
) // the server listens on TCP

process.on('message', (order: LoadOrder) => void follow(order).then((count) => tell({ done: count })))
// The test is gone.
process.on('disconnect', () => process.exit())

async function follow(order: LoadOrder): Promise<number> {
  if ('open' in order) {
    const { open, count, url } = order
    for (let from = 0; from < count; from += abreast)
      await Promise.all(Array.from({ length: Math.min(abreast, count - from) }, () => (open === 'idle' ? openIdle(url) : openStream(url))))
    return open === 'idle' ? idle.length : streams.length
  }
  if (order.end === 'idle') {
    const all = idle.splice(0)
    for (const socket of all) socket.destroy()
    return all.length
  }
  for (const answer of answers.splice(0)) answer.end(`${event({}, 'stop')}data: [DONE]\n\n`)
  const all = streams.splice(0)
  await Promise.all(all.map(({ ended }) => ended))
  for (const { socket } of all) socket.destroy()
  return all.length
}

/** Opens a connection and sends one request on it, after which clients would keep it. */
async function openIdle(url: string): Promise<void> {
  const { socket, until } = await say(url, 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
  await until('"}')
  idle.push(socket)
}

async function openStream(url: string): Promise<void> {
  const body = JSON.stringify({ model: 'm', stream: true, max_tokens: 9, messages: [{ role: 'user', content: 'Hello' }] })
  const head = `POST /v1/messages HTTP/1.1\r\nhost: x\r\nauthorization: Bearer any\r\nanthropic-version: 2023-06-01\r\ncontent-length: ${body.length}\r\n\r\n`
  const { socket, until } = await say(url, head + body)
  await until('content_block_delta')
  streams.push({ socket, ended: until('message_stop') })
}

async function say(url: string, text: string): Promise<{ readonly socket: Socket; readonly until: (word: string) => Promise<void> }> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  let heard = ''
  const until = (word: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = (): boolean => {
        if (!heard.includes(word)) return false
        heard = ''
        socket.removeAllListeners('data').removeAllListeners('close')
        socket.resume()
        resolve()
        return true
      }
      if (look()) return
      socket.on('data', (bytes: Buffer) => {
        heard += bytes.toString('latin1')
        look()
      })
      socket.on('close', () => reject(new Error(`the connection ended before ${word}`)))
    })
  socket.on('error', () => {})
  socket.write(text)
  return { socket, until }
}

function tell(report: LoadReport): void {
  process.send?.(report)
}
