import { pino } from 'pino'

/** What the log takes beside an event's name. Never content, never credentials. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

export interface LogSettings {
  /** The least that is written. */
  readonly level: LogLevel | 'off'
  /** One line for each request. */
  readonly requests: boolean
}

/** Structured lines: one for each request, and what happens to the gateway itself. */
export interface Log {
  /** False: no request is written, and no line of one needs to be made. */
  readonly on: boolean
  /** The line of a request. Its fields are a closed set, made by the gateway: nothing in them needs to be looked for. */
  request(fields: LogFields, failed: boolean): void
  /** Anything else: `event` says what. */
  write(level: LogLevel, event: string, fields?: LogFields): void
  /** Other settings from now on. */
  set(settings: LogSettings): void
  flush(): void
}

/** Lines are gathered and written together, at most `delay` milliseconds late: one system call for many requests. */
const delay = 200
/** Characters from which on they are written at once: what is held for long is copied by each collection of garbage. */
const mostPending = 32_768

/** Names under which a secret could come into a line by mistake, at its first two levels. */
const secrets = ['apiKey', 'api_key', 'key', 'secret', 'token', 'password', 'authorization', 'cookie', 'headers', 'proxy', 'url', 'query']
const secretNames: ReadonlySet<string> = new Set(secrets)

/** A log to `sink`, or one that does nothing where there is none. */
export function createLog(sink: ((text: string) => void) | undefined, settings: LogSettings): Log {
  if (sink === undefined) return { on: false, request: () => {}, write: () => {}, set: () => {}, flush: () => {} }
  let pending = ''
  let timer: NodeJS.Timeout | undefined
  const flush = (): void => {
    if (timer) clearTimeout(timer)
    timer = undefined
    const text = pending
    pending = ''
    if (text !== '') sink(text)
  }
  const destination = {
    write(line: string) {
      pending += line
      if (pending.length >= mostPending) flush()
      else timer ??= setTimeout(flush, delay).unref()
    },
  }
  const timestamp = createTimestamps()
  const options = { base: null, timestamp, formatters: { level: (level: string) => ({ level }) } }
  const events = pino({ ...options, redact: [...secrets, ...secrets.map((name) => `*.${name}`)] }, destination)
  let writesRequests = false
  const set = ({ level, requests: wanted }: LogSettings): void => {
    events.level = level === 'off' ? 'silent' : level
    writesRequests = wanted && events.isLevelEnabled('error')
  }
  set(settings)
  return {
    get on() {
      return writesRequests
    },
    request(fields, failed) {
      const level = failed ? 'error' : 'info'
      if (!events.isLevelEnabled(level)) return
      // As pino spells it, for half of what that costs: this runs for each request.
      if (hasSecret(fields)) events[level](fields)
      else destination.write(`{"level":"${level}"${timestamp()},${JSON.stringify(fields).slice(1)}\n`)
    },
    write: (level, event, fields) => events[level]({ event, ...fields }),
    set,
    flush,
  }
}

function hasSecret(fields: LogFields): boolean {
  for (const name in fields) if (secretNames.has(name)) return true
  return false
}

/** ISO 8601; all but the milliseconds is spelled once a second. */
function createTimestamps(): () => string {
  let second = -1
  let text = ''
  return () => {
    const now = Date.now()
    const millis = now % 1000
    if (now - millis !== second) {
      second = now - millis
      text = `,"time":"${new Date(second).toISOString().slice(0, -'000Z'.length)}`
    }
    return `${text}${String(millis).padStart(3, '0')}Z"`
  }
}
