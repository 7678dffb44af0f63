import { isJsonObject, type Json, type JsonObject, parseJson } from '@interlingua/core'
import { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { RawData, WebSocket } from 'ws'
import { type BodyLimits, parseBody } from '../body/parse-body.ts'
import { outputItems } from '../responses/documents.ts'
import type { RememberedItems, RememberedResponse, ServeTurn } from '../server/socket-turn.ts'
import { openSocketLane } from '@interlingua/upstreams'
import type { LRUCache } from 'lru-cache'
import { createTurnResponse, type TurnResponse } from '../reply/create-turn-response.ts'
import { errorFrame, errorOfAnswer, type SocketError } from './error-frame.ts'
import { bodyOfFrame, type Create, isLaneName, type Lane, openLanes } from './open-lanes.ts'
import { mostSteers, readSteer, requiredInput, type SteerCode, steerAccepted, steerFailed, steerPending } from './steering.ts'

/** Limits of a connection, read anew for each frame, since a new configuration may be in force. */
export interface ConnectionLimits {
  readonly bodyBytes: number
  readonly bodyLimits: BodyLimits
  readonly eventBytes: number
  /** Largest sum of characters of the conversations that the connection remembers. */
  readonly characters: number
  /** Milliseconds after which no more requests are taken. */
  readonly lifetime: number
}

/** Services of the gateway that a connection uses. */
export interface ConnectionHost {
  readonly serve: ServeTurn
  readonly newId: (prefix: string) => string
  readonly limits: () => ConnectionLimits
  readonly conversations: LRUCache<Lane, RememberedResponse>
  /** True while the gateway ends. */
  readonly draining: () => boolean
}

/** An open WebSocket. */
export interface Connection {
  /** Looks after the connection; called each second. */
  tick(now: number): void
  /** Closes the connection once nothing runs on it. */
  drain(): void
  /** Ends the connection at once. */
  cut(): void
}

/** Bytes on their way to the client above which upstreams are not read. */
const fullBytes = 1024 * 1024
/** Milliseconds for which a client may read nothing. */
const stalling = 60_000
/** Milliseconds between two pings. A peer that leaves two unanswered is gone. */
const pinging = 30_000
/** Frames in a row that are no requests, after which a connection is closed. */
const mostInvalid = 10

/** Headers of the handshake that say nothing about the requests on the connection. */
const ofHandshake =
  /^(?:connection|upgrade|sec-websocket-|content-length$|content-type$|content-encoding$|transfer-encoding$|expect$|openai-beta$)/

/**
 * Serves the requests on a WebSocket of Responses: each `response.create` is served as a POST, and its events are frames. `onClose` runs once, when
 * the connection is gone. https://platform.openai.com/docs/guides/websocket-mode
 */
export function openConnection(
  socket: WebSocket,
  transport: Socket,
  handshake: Pick<IncomingMessage, 'url' | 'headers'>,
  host: ConnectionHost,
  onClose: () => void,
): Connection {
  const { url = '' } = handshake
  const headers = Object.fromEntries(Object.entries(handshake.headers).filter(([name]) => !ofHandshake.test(name)))
  const openedAt = performance.now()
  const lanes = openLanes(() => host.limits().bodyBytes)
  const turns = new Set<TurnResponse>()
  let invalid = 0
  let unanswered = 0
  let pingedAt = openedAt
  let fullSince: number | undefined

  const isOver = (): boolean => performance.now() - openedAt > host.limits().lifetime

  function isFull(): boolean {
    if (socket.bufferedAmount <= fullBytes) return false
    if (fullSince === undefined) {
      fullSince = performance.now()
      // A client that does not read may not ask for more either.
      socket.pause()
    }
    return true
  }

  function onDrain(): void {
    if (fullSince === undefined || socket.bufferedAmount > fullBytes) return
    fullSince = undefined
    socket.resume()
    for (const { response } of turns) response.emit('drain')
  }

  function send(text: string): void {
    if (socket.readyState !== socket.OPEN) return
    socket.send(text)
    isFull()
  }

  const refuse = (error: SocketError, lane?: string): void => send(errorFrame(error, lane))

  function take(data: RawData, isBinary: boolean): void {
    if (isBinary) return socket.close(1003, 'frames are text')
    const parsed = parseBody(bytesOf(data), host.limits().bodyLimits)
    const type = 'failure' in parsed ? undefined : parsed.body['type']
    if ('failure' in parsed || typeof type !== 'string') {
      const message = 'failure' in parsed ? parsed.failure.message : 'A frame needs a type.'
      refuse({ status: 400, code: 'invalid_json', message })
      if (++invalid >= mostInvalid) socket.close(1008, 'too many invalid frames')
      return
    }
    invalid = 0
    if (type === 'response.create') return create(parsed.body)
    if (type === 'response.steer') return steer(parsed.body)
    // Some clients acknowledge each answer.
    if (type === 'response.processed') return
    refuse({ status: 400, code: 'unknown_event', message: `There is no event ${JSON.stringify(type.slice(0, 100))}.`, param: 'type' })
  }

  function create(frame: JsonObject): void {
    const { stream_id: name, previous_response_id: previous } = frame
    if (name !== undefined && !isLaneName(name)) {
      const message = 'stream_id is 1 to 256 letters, digits, dots, dashes and underlines.'
      return refuse({ status: 400, code: 'invalid_stream_id', message, param: 'stream_id' })
    }
    const refusal = refusalOf(frame)
    if (refusal) return refuse(refusal, name)
    const lane = lanes.find(name)
    if (lane === undefined) return refuse(tooManyLanes, name)
    const history = typeof previous === 'string' ? recall(previous) : undefined
    const added = lanes.add({
      lane,
      body: bodyOfFrame(withSteers(frame, lane)),
      generates: isGenerating(frame),
      ...(typeof previous === 'string' && { previous }),
      ...(history && { history }),
    })
    if (added) startTurns()
    else refuse(tooManyWaiting, name)
  }

  /** Takes input for a running response: it waits for the end, and then a response goes on with it by itself. */
  function steer({ previous_response_id: previous, input }: JsonObject): void {
    const items = readSteer(input)
    const fail = (code: SteerCode, lane?: Lane): void => send(inLane(JSON.stringify(steerFailed(code, input, previous)), lane?.name))
    if (items === undefined || typeof previous !== 'string' || previous === '') return fail('invalid_input')
    const lane = [...lanes].find(({ target }) => target === previous)
    if (lane?.running !== true)
      return fail(lane === undefined && recall(previous) === undefined ? 'response_not_found' : 'response_already_completed', lane)
    if (lane.steers.length >= mostSteers) return fail('too_many_pending_steers', lane)
    const id = host.newId('steer_')
    lane.steers = [...lane.steers, { id, given: input ?? null, items }]
    send(inLane(JSON.stringify(steerAccepted(id, previous)), lane.name))
  }

  /** Goes on from a response that has ended with the input that waited for this; where outputs are missing, it waits on. */
  function succeed({ lane, body }: Create, response: JsonObject, good: boolean): void {
    const { steers, target } = lane
    const required = requiredInput(outputItems(response, 'output'))
    const say = (frame: JsonObject): void => send(inLane(JSON.stringify(frame), lane.name))
    if (good && required.length > 0 && target !== undefined) {
      for (const { id } of steers) say(steerPending(id, target, required))
      return
    }
    if (!good || target === undefined || steers.length === 0) return returnSteers(lane)
    lane.steers = []
    delete lane.target
    const asked = parseJson(body.toString())
    const history = recall(target)
    const next = { ...(isJsonObject(asked) ? asked : {}), previous_response_id: target, input: steers.flatMap(({ items }) => items) }
    lanes.addFirst({
      lane,
      body: Buffer.from(JSON.stringify(next)),
      generates: true,
      previous: target,
      succeeds: steers,
      ...(history && { history }),
    })
  }

  /** Returns input that waited for a response from which no request goes on. */
  function returnSteers(lane: Lane): void {
    for (const { id, given } of lane.steers)
      send(inLane(JSON.stringify(steerFailed('response_not_active', given, lane.target, id)), lane.name))
    lane.steers = []
    delete lane.target
  }

  /** Frame with the input that waits in its lane, behind the outputs that it waits for. */
  function withSteers(frame: JsonObject, lane: Lane): JsonObject {
    const { steers, target } = lane
    // While a response runs, its input waits for the end of that.
    if (steers.length === 0 || lane.running) return frame
    const { input, previous_response_id: previous } = frame
    if (previous !== target) return frame
    lane.steers = []
    const own = typeof input === 'string' ? [{ type: 'message', role: 'user', content: input }] : Array.isArray(input) ? input : []
    const outputs = own.findIndex((item: Json) => !isJsonObject(item) || !String(item['type']).endsWith('_output'))
    const at = outputs === -1 ? own.length : outputs
    return { ...frame, input: [...own.slice(0, at), ...steers.flatMap(({ items }) => items), ...own.slice(at)] }
  }

  function refusalOf({ background }: JsonObject): SocketError | undefined {
    if (host.draining()) return ending
    if (isOver()) return tooOld
    return background === true ? noBackground : undefined
  }

  /** Conversation up to a response that a lane of this connection remembers. */
  function recall(id: string): RememberedItems | undefined {
    for (const lane of lanes) {
      const found = host.conversations.get(lane)
      if (found?.id === id) return found
    }
    return undefined
  }

  /** Forgets conversations of lanes that ran longest ago, until the others fit. */
  function forgetOldest(): void {
    let size = 0
    for (const lane of lanes) size += host.conversations.peek(lane)?.size ?? 0
    const { characters } = host.limits()
    // Lanes stand in the order in which they ran last.
    for (const lane of lanes) {
      if (size <= characters) return
      size -= host.conversations.peek(lane)?.size ?? 0
      host.conversations.delete(lane)
    }
  }

  function startTurns(): void {
    for (let next = lanes.next(); next !== undefined; next = lanes.next()) startTurn(next)
  }

  function startTurn(create: Create): void {
    const { lane, body, generates, previous, history, succeeds } = create
    const { name } = lane
    /** Input of the turn, the history included; undefined where an upstream keeps it. */
    let input: RememberedItems | undefined
    let started = false
    let ended = false
    let last = ''
    returnSteers(lane)
    /** Error event of a stream whose end is still to come. */
    let held: JsonObject | undefined
    let hide: ((event: JsonObject) => JsonObject) | undefined

    /** Sends the one frame that ends the turn. */
    function end(frame: string, good: boolean): void {
      ended = true
      if (!good && !started && succeeds !== undefined) {
        for (const { id, given } of succeeds)
          send(inLane(JSON.stringify(steerFailed('successor_creation_failed', given, previous, id)), name))
      }
      // A lane goes on from its latest response alone, and from none after a failure to go on from it.
      if (!good && previous !== undefined && host.conversations.get(lane)?.id === previous) host.conversations.delete(lane)
      send(frame)
    }

    /** Notes the response that input may be given to while it runs. */
    function aim(id: string | undefined): void {
      if (id === undefined) delete lane.target
      else lane.target = id
    }

    function remember(response: JsonObject): void {
      const { id } = response
      if (typeof id !== 'string' || input === undefined) return
      const output = itemsToReturn(outputItems(response, 'output'))
      host.conversations.set(lane, {
        id,
        items: [...input.items, ...output],
        size: input.size + JSON.stringify(output).length,
      })
      forgetOldest()
    }

    function event(data: string): void {
      if (ended) return
      const kind = endOfTurn(data)
      if (kind === undefined) {
        if (!started && generates) aim(idOf(data))
        started = true
        last = shown(data)
        return send(inLane(last, name))
      }
      if (kind.type === 'error') held = kind
      else {
        const { response } = kind
        const good = kind.type !== 'response.failed'
        if (good && isJsonObject(response)) remember(response)
        end(inLane(shown(data), name), good)
        if (lane.target !== undefined) succeed(create, isJsonObject(response) ? response : {}, good)
      }
    }

    /** Event without what the client did not ask for. */
    function shown(data: string): string {
      if (hide === undefined || !data.includes('"encrypted_content"')) return data
      const whole = parseJson(data)
      return isJsonObject(whole) ? JSON.stringify(hide(whole)) : data
    }

    const incoming = new IncomingMessage(transport)
    // Reading the body must not start the reading of the connection, which may be paused.
    incoming._read = () => {}
    Object.assign(incoming, { method: 'POST', url, headers, httpVersion: '1.1', httpVersionMajor: 1, httpVersionMinor: 1, complete: true })
    incoming.push(body)
    incoming.push(null)
    const turn = createTurnResponse(incoming, host.limits().eventBytes, {
      event,
      keepAlive() {
        const number = /"sequence_number": ?(\d+)/.exec(last)?.[1]
        if (!ended && started && number !== undefined) send(inLane(`{"type":"keepalive","sequence_number":${number}}`, name))
      },
      refuse(status, answered, text) {
        if (ended) return
        end(errorFrame(errorOfAnswer(status, answered, parseJson(text)), name), false)
        if (status === 401) socket.close(1008, 'the key is refused')
      },
      end() {
        turns.delete(turn)
        if (!ended) {
          end(errorFrame(errorOfAnswer(500, {}, held === undefined ? undefined : { error: errorIn(held) }), name), false)
          if (lane.target !== undefined) succeed(create, {}, false)
        }
        lanes.end(lane)
        if (host.draining() || isOver()) closeIfIdle()
        startTurns()
      },
      isFull,
    })
    turns.add(turn)
    host.serve(incoming, turn.response, {
      generates,
      ...(history && { history }),
      upstream: () => (lane.upstream ??= openSocketLane()),
      takeInput: (given) => {
        input = given
      },
      hideBy: (given) => {
        hide = given
      },
    })
  }

  function closeIfIdle(): void {
    if (lanes.busy > 0) return
    if (!host.draining() && isOver()) refuse(tooOld)
    socket.close(1001, host.draining() ? 'the gateway is ending' : 'the connection is too old')
  }

  socket.on('message', take)
  socket.on('pong', () => (unanswered = 0))
  // The library closes the connection itself, with the code of the fault.
  socket.on('error', () => {})
  socket.on('ping', (data) => {
    if (!isFull()) socket.pong(data)
  })
  transport.on('drain', onDrain)
  socket.on('close', () => {
    transport.off('drain', onDrain)
    lanes.clear()
    for (const turn of turns) turn.leave()
    for (const lane of lanes) {
      host.conversations.delete(lane)
      lane.upstream?.close()
    }
    onClose()
  })

  return {
    tick(now) {
      if (fullSince !== undefined && now - fullSince > stalling) {
        socket.close(1013, 'the client does not read')
        return socket.terminate()
      }
      if (isOver()) closeIfIdle()
      if (now - pingedAt < pinging) return
      pingedAt = now
      if (unanswered >= 2) return socket.terminate()
      unanswered++
      if (socket.readyState === socket.OPEN) socket.ping()
    },
    drain: closeIfIdle,
    cut: () => socket.terminate(),
  }
}

const tooOld: SocketError = {
  status: 400,
  code: 'websocket_connection_limit_reached',
  message: 'This connection is too old: open another one.',
}
const tooManyLanes: SocketError = {
  status: 400,
  code: 'websocket_stream_limit_reached',
  message: 'This connection has had 32 names of lanes: use one of them, or open another connection.',
  param: 'stream_id',
}
const tooManyWaiting: SocketError = {
  status: 429,
  type: 'too_many_requests',
  code: 'too_many_requests',
  message: 'Too many requests wait on this connection: wait for one of them.',
}
const ending: SocketError = {
  status: 503,
  type: 'server_error',
  code: 'server_error',
  message: 'The gateway is unavailable: it is being shut down; try again.',
  headers: { 'retry-after': '1' },
}
const noBackground: SocketError = {
  status: 400,
  code: 'unsupported_parameter',
  message: 'A request on a WebSocket cannot run in the background: use POST.',
  param: 'background',
}

function isGenerating({ generate, prompt_cache_options: cache }: JsonObject): boolean {
  return generate !== false && !(isJsonObject(cache) && cache['prewarm'] === true)
}

const ends = ['response.completed', 'response.incomplete', 'response.failed', 'error'] as const

/** Event that ends a turn; undefined for all others, of which nearly none is parsed. */
function endOfTurn(data: string): (JsonObject & { readonly type: (typeof ends)[number] }) | undefined {
  if (!ends.some((type) => data.includes(`"${type}"`))) return undefined
  const event = parseJson(data)
  if (!isJsonObject(event) || !ends.some((type) => event['type'] === type)) return undefined
  return event as JsonObject & { readonly type: (typeof ends)[number] } // just compared
}

/** Id of the response that an event tells of. */
function idOf(data: string): string | undefined {
  const event = parseJson(data)
  const response = isJsonObject(event) ? event['response'] : undefined
  return isJsonObject(response) && typeof response['id'] === 'string' ? response['id'] : undefined
}

/** Error of an event, which may stand in it flat. */
function errorIn({ error, ...flat }: JsonObject): JsonObject {
  return isJsonObject(error) ? error : flat
}

/** Text of an event with the name of its lane in front. */
function inLane(data: string, lane: string | undefined): string {
  return lane === undefined ? data : data.replace('{', `{"stream_id":${JSON.stringify(lane)},`)
}

/**
 * Output as it goes back with the next request: without reasoning of which there is neither a seal nor the text, since no server that keeps nothing
 * takes it back. What follows such reasoning loses its id, by which a server would ask for the reasoning.
 */
function itemsToReturn(output: readonly JsonObject[]): readonly JsonObject[] {
  let orphaned = false
  return output.flatMap((item) => {
    if (!canReturn(item)) {
      orphaned = true
      return []
    }
    const { id: _, ...bare } = item
    const returned = orphaned ? bare : item
    orphaned = false
    return [returned]
  })
}

function canReturn({ type, encrypted_content: seal, content }: JsonObject): boolean {
  return type !== 'reasoning' || typeof seal === 'string' || (Array.isArray(content) && content.length > 0)
}

function bytesOf(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data)
}
