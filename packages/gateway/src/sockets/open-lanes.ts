import type { JsonObject } from '@interlingua/core'
import type { SocketLane } from '@interlingua/upstreams'
import type { RememberedItems } from '../server/socket-turn.ts'
import type { Steer } from './steering.ts'

/** Request that waits for its turn. */
export interface Create {
  readonly lane: Lane
  /** Body as a POST would have it. */
  readonly body: Buffer
  /** Inputs that waited for the end of a response, from which this request goes on by itself. Absent: a client sent it. */
  readonly succeeds?: readonly Steer[]
  readonly generates: boolean
  /** Id of the response that it goes on from. */
  readonly previous?: string
  /** Conversation up to that response, found when the request came: its lane may have gone on when its turn comes. */
  readonly history?: RememberedItems
}

/** Requests that are served one after the other. */
export interface Lane {
  /** Absent: the lane without a name. */
  readonly name?: string
  readonly waiting: Create[]
  running: boolean
  /** Inputs for the response that runs, or for the request after the one that waits for outputs. */
  steers: readonly Steer[]
  /** Id of the response that they are for, once it is known. */
  target?: string
  /** Present once a request of the lane was sent to an upstream that may have WebSockets. */
  upstream?: SocketLane
}

/** Most names in the life of a connection, requests that run at once, and requests that wait. */
const mostNames = 32
const mostRunning = 16
const mostWaiting = 64

const legalName = /^[A-Za-z0-9_.-]{1,256}$/

/** True if a lane may have this name. */
export function isLaneName(name: unknown): name is string {
  return typeof name === 'string' && legalName.test(name)
}

/** Lanes of a connection. */
export interface Lanes extends Iterable<Lane> {
  /** Finds the lane of this name; undefined if the connection has had too many. */
  find(name: string | undefined): Lane | undefined
  /** Adds a request to its lane. False: too many wait already. */
  add(create: Create): boolean
  /** Adds a request before all that wait in its lane; it takes the place of a request that has just ended. */
  addFirst(create: Create): void
  /** Takes the next request that may run now, and counts it as running. */
  next(): Create | undefined
  /** Ends the running request of a lane. */
  end(lane: Lane): void
  /** Number of requests that run or wait. */
  readonly busy: number
  /** Drops all that waits. */
  clear(): void
}

/** Opens the lanes of a connection. `mostBytes`: most bytes of requests that wait. */
export function openLanes(mostBytes: () => number): Lanes {
  const lanes = new Map<string | undefined, Lane>()
  let running = 0
  let waiting = 0
  let bytes = 0

  return {
    find(name) {
      const known = lanes.get(name)
      if (known) return known
      const named = lanes.size - (lanes.has(undefined) ? 1 : 0)
      if (name !== undefined && named >= mostNames) return undefined
      const lane: Lane = { ...(name !== undefined && { name }), waiting: [], running: false, steers: [] }
      lanes.set(name, lane)
      return lane
    },
    add(create) {
      const size = create.body.length
      // A single request always fits: its frame did.
      if (waiting >= mostWaiting || (waiting > 0 && bytes + size > mostBytes())) return false
      create.lane.waiting.push(create)
      waiting++
      bytes += size
      return true
    },
    addFirst(create) {
      create.lane.waiting.unshift(create)
      waiting++
      bytes += create.body.length
    },
    next() {
      if (running >= mostRunning) return undefined
      for (const [name, lane] of lanes) {
        if (lane.running) continue
        const create = lane.waiting.shift()
        if (create === undefined) continue
        lane.running = true
        running++
        waiting--
        bytes -= create.body.length
        // Behind the others, so that each lane has its turn.
        lanes.delete(name)
        lanes.set(name, lane)
        return create
      }
      return undefined
    },
    end(lane) {
      lane.running = false
      running--
    },
    get busy() {
      return running + waiting
    },
    clear() {
      for (const lane of lanes.values()) lane.waiting.length = 0
      waiting = 0
      bytes = 0
    },
    [Symbol.iterator]: () => lanes.values(),
  }
}

/** Members of a frame that a POST does not have. */
const ofFrame: ReadonlySet<string> = new Set(['type', 'stream_id', 'generate', 'background', 'stream'])

/** Body of the POST that says the same as a frame. */
export function bodyOfFrame(frame: JsonObject): Buffer {
  const said = Object.entries(frame).filter(([key]) => !ofFrame.has(key))
  return Buffer.from(JSON.stringify({ ...Object.fromEntries(said), stream: true }))
}
