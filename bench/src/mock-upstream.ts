// Provider that costs almost nothing: canned bytes over bare sockets, in every dialect. The model's name selects the response: `…-doc` one
// document, `…-burst` a stream as fast as the socket takes it, `…-live` a stream with one event a write, `…-idle` the first events of a
// stream and then silence.
import { createServer, type Socket } from 'node:net'
import type { DialectId } from './dialect-id.ts'
import { dialects } from './dialects.ts'
import { streamedDeltas } from './streamed-deltas.ts'
import { streamSample } from './stream-sample.ts'

interface Canned {
  readonly doc: Buffer
  readonly head: Buffer
  /** Chunks of HTTP, one for each event, as providers send them. */
  readonly chunks: readonly Buffer[]
  readonly bursts: readonly Buffer[]
}

const canned = new Map((Object.keys(dialects) as DialectId[]).map((id) => [dialects[id].letter, prepare(id)])) // the keys of that record
const lastChunk = Buffer.from('0\r\n\r\n')

const server = createServer({ noDelay: true }, (socket) => {
  let received = ''
  socket.on('data', (bytes) => {
    received = received === '' ? bytes.toString('latin1') : received + bytes.toString('latin1')
    const end = endOfRequest(received)
    if (end < 0) return
    const text = received
    received = received.slice(end)
    answer(socket, text)
  })
  socket.on('error', () => socket.destroy())
})

/** End of the first request in the text; -1 while it is incomplete. */
function endOfRequest(text: string): number {
  const head = text.indexOf('\r\n\r\n')
  if (head < 0) return -1
  const length = /\r\ncontent-length: *(\d+)/i.exec(text.slice(0, head + 2))?.[1]
  if (length !== undefined) return text.length >= head + 4 + Number(length) ? head + 4 + Number(length) : -1
  if (!/\r\ntransfer-encoding: *chunked/i.test(text.slice(0, head + 2))) return head + 4
  const last = text.indexOf('0\r\n\r\n', head)
  return last < 0 ? -1 : last + 5
}

function answer(socket: Socket, request: string): void {
  // The model stands in the body, or in the path.
  const [, letter = '', mode] = /["/](\w)-(doc|burst|live|idle)[":]/.exec(request) ?? []
  const reply = canned.get(letter)
  if (reply === undefined) {
    socket.end('HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n')
    return
  }
  const { doc, head, chunks, bursts } = reply
  switch (mode) {
    case 'doc':
      socket.write(doc)
      return
    case 'burst':
      socket.write(head)
      for (const burst of bursts) socket.write(burst)
      return
    case 'live':
      socket.write(head)
      speak(socket, chunks, 0)
      return
    case 'idle':
      socket.write(Buffer.concat([head, ...chunks.slice(0, 12)]))
      return
  }
}

function speak(socket: Socket, chunks: readonly Buffer[], next: number): void {
  const chunk = chunks[next]
  if (socket.destroyed) return
  if (chunk === undefined) {
    socket.write(lastChunk)
    return
  }
  socket.write(chunk)
  setImmediate(speak, socket, chunks, next + 1)
}

function prepare(id: DialectId): Canned {
  const body = Buffer.from(JSON.stringify(dialects[id].smallAnswer()))
  const chunks = streamSample(id, 'text', streamedDeltas).map((event) => {
    const bytes = Buffer.from(event)
    return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])
  })
  const whole = Buffer.concat([...chunks, Buffer.from('0\r\n\r\n')])
  const bursts: Buffer[] = []
  for (let start = 0; start < whole.length; start += 8192) bursts.push(whole.subarray(start, start + 8192))
  return {
    doc: Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`), body]),
    head: Buffer.from('HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n'),
    chunks,
    bursts,
  }
}

server.listen(0, '127.0.0.1', 4096, () => {
  const address = server.address()
  if (typeof address === 'object' && address !== null) console.log(`listening on http://127.0.0.1:${address.port}`)
})
