import { answerHeaders, type Endpoint, finishReply, type Reply } from '@interlingua/server'
import { queryOf } from '@interlingua/gateway-kernel'
import { resetEvent, type Topic } from '../api/index.ts'
import { ConsoleError } from '../console-error.ts'
import { watchers } from '../serve/route.ts'
import { answerError, guardHeaders, type RouteServices } from '../serve/serve-route.ts'
import type { EventHub, NumberedEvent } from './event-hub.ts'

const topics: readonly Topic[] = ['overview', 'request', 'channel', 'config', 'recording', 'key']
/** Open streams of all pages together. */
const mostStreams = 16
/** Milliseconds between comments, by which proxies and pages know that the connection lives. */
const keepAliveMs = 15_000
/** Bytes that may wait for a slow reader; then its stream ends, and the page begins anew. */
const mostWaiting = 1_000_000

/**
 * `GET /admin/api/events?topics=overview,request`: events as they happen. `Last-Event-ID` gets what came since; if some of that is gone, an event
 * `reset` comes first. https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export function createEventsEndpoint(hub: EventHub, { gate, now }: RouteServices): EventsEndpoint {
  const open = new Set<Reply>()

  async function serve(reply: Reply): Promise<void> {
    const { incoming: request, gateway } = reply.client
    gate.admitCaller(request)
    const person = await gate.admitPerson(gateway, request, now())
    if (!watchers.includes(person.role)) throw new ConsoleError('not-allowed', `A sign-in as ${person.role} sees no events.`)
    if (open.size >= mostStreams) throw new ConsoleError('rate-limit', `More than ${mostStreams} pages are open.`, { retryAfter: 15 })
    const asked = readTopics(queryOf(request.url ?? '').get('topics'))
    const lastId = readId(request.headers['last-event-id'])
    if (reply.ended) return
    open.add(reply)
    const { response } = reply
    response.writeHead(200, {
      ...answerHeaders(reply),
      ...guardHeaders,
      'content-type': 'text/event-stream',
      // Buffering proxies would hold events back.
      'x-accel-buffering': 'no',
    })
    response.write(': open\n\n')
    const write = (event: NumberedEvent): void => {
      if (response.writableLength > mostWaiting) response.destroy()
      else response.write(formatEvent(event))
    }
    const { missed, end } = hub.subscribe(asked, lastId, write)
    if (missed === undefined) response.write(`event: ${resetEvent}\ndata: {}\n\n`)
    else for (const event of missed) write(event)
    const timer = setInterval(() => response.write(': alive\n\n'), keepAliveMs).unref()
    response.once('close', () => {
      clearInterval(timer)
      end()
      open.delete(reply)
      finishReply(reply, 'ok')
    })
  }

  const endpoint: Endpoint = {
    method: 'GET',
    path: '/admin/api/events',
    access: 'open',
    operation: 'console',
    metered: false,
    summary: 'Streams what happens: requests, channels, settings',
    stream: true,
    serve: (_admitted, reply) => serve(reply).catch((error: unknown) => answerError(reply, error)),
  }
  return {
    endpoint,
    close() {
      for (const { response } of open) response.end()
    },
  }
}

interface EventsEndpoint {
  readonly endpoint: Endpoint
  /** Ends all open streams. */
  close(): void
}

function formatEvent({ id, event: { topic, data } }: NumberedEvent): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${topic}\ndata: ${JSON.stringify(data)}\n\n`
}

function readTopics(text: string | null): ReadonlySet<Topic> {
  const asked = text === null || text === '' ? topics : text.split(',')
  const chosen = topics.filter((topic) => asked.includes(topic))
  if (chosen.length === asked.length) return new Set(chosen)
  throw new ConsoleError('invalid-request', `topics: expected some of ${topics.join(', ')}, with commas between`, { field: 'topics' })
}

function readId(text: string | string[] | undefined): number | undefined {
  return typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : undefined
}
