import { createSseParser, type SseEvent } from '@interlingua/framing'
import { type IncomingMessage, ServerResponse } from 'node:http'

/** Receiver of an answer that has no HTTP connection. */
export interface TurnReceiver {
  /** Takes the data of an event, and its name where it has one. */
  event(data: string, name?: string): void
  /** Takes a sign of life without an event. */
  keepAlive(): void
  /** Takes an answer that is no stream. */
  refuse(status: number, headers: Readonly<Record<string, unknown>>, body: string): void
  /** Called once, when nothing more will come. */
  end(): void
  /** True while the client reads too slowly. */
  isFull(): boolean
}

/** Answer without a connection, as the gateway's services write it. */
export interface TurnResponse {
  readonly response: ServerResponse
  /** Ends the answer, since its client is gone. */
  leave(): void
}

/** Makes the response object of a request without a connection: a stream's events, and an answer that is none, go to `receiver`. */
export function createTurnResponse(request: IncomingMessage, maxEventLength: number, receiver: TurnReceiver): TurnResponse {
  const response = new ServerResponse(request)
  const parser = createSseParser({ maxEventLength })
  let head: { readonly status: number; readonly headers: Readonly<Record<string, unknown>> } | undefined
  let closed = false

  function isStream(): boolean {
    return head !== undefined && String(head.headers['content-type']).startsWith('text/event-stream')
  }

  function give(events: readonly SseEvent[]): void {
    for (const event of events) if (event.type === 'event') receiver.event(event.data, event.event)
  }

  function write(chunk: unknown): void {
    const events = parser.push(textOf(chunk))
    if (events.some(({ type }) => type === 'comment') && !events.some(({ type }) => type === 'event')) receiver.keepAlive()
    else give(events)
  }

  function close(): void {
    if (closed) return
    closed = true
    receiver.end()
    // After the service that ends the answer, as for a connection.
    process.nextTick(() => response.emit('close'))
  }

  const writeHead = (status: number, headers: Readonly<Record<string, unknown>> = {}): ServerResponse => {
    head = { status, headers }
    response.statusCode = status
    return response
  }
  const writeChunk = (chunk: unknown): boolean => {
    if (!closed) write(chunk)
    return !receiver.isFull()
  }
  const end = (chunk?: unknown): ServerResponse => {
    if (closed) return response
    if (head !== undefined && !isStream()) receiver.refuse(head.status, head.headers, textOf(chunk))
    else if (chunk !== undefined) {
      write(chunk)
      give(parser.end())
    }
    close()
    return response
  }
  const destroy = (): ServerResponse => {
    close()
    return response
  }
  Object.defineProperties(response, {
    headersSent: { get: () => head !== undefined },
    closed: { get: () => closed },
    destroyed: { get: () => closed },
    writableNeedDrain: { get: () => receiver.isFull() },
    writableLength: { get: () => 0 },
    // A recording listens to these.
    writeHead: { value: writeHead, writable: true },
    write: { value: writeChunk, writable: true },
    end: { value: end, writable: true },
    destroy: { value: destroy },
    writeContinue: { value: () => {} },
  })
  return { response, leave: close }
}

function textOf(chunk: unknown): string {
  return Buffer.isBuffer(chunk) ? chunk.toString('utf8') : typeof chunk === 'string' ? chunk : ''
}
