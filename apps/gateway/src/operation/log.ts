import type { FileConfig } from '../config/config-schema.ts'
import { pino } from 'pino'

/** Fields of a log line beside the event's name. Never content, never credentials. */
type LogFields = Readonly<Record<string, string | number | boolean | undefined>>

type LogLevel = 'debug' | 'info' | 'warn' | 'error'

interface LogSettings {
  /** Lowest level that is written; `off` writes no line. */
  readonly level: LogLevel | 'off'
  /** True if each request writes a line. */
  readonly requests: boolean
}

/** Log of structured lines: one for each request, and one for each event of the gateway itself. */
export interface Log {
  /** False if no request is written, so that callers need not make its line. */
  readonly on: boolean
  /** Writes the line of a request, whose fields the gateway makes itself; only secret field names are looked for. */
  request(fields: LogFields, failed: boolean): void
  /** Writes any other line; `event` names it. */
  write(level: LogLevel, event: string, fields?: LogFields): void
  /** Changes the settings from now on. */
  set(settings: LogSettings): void
  flush(): void
}

/** Milliseconds for which lines are gathered, so that many requests share one system call. */
const delay = 200
/** Characters from which on lines are written at once: text that is held for long is copied by each garbage collection. */
const mostPending = 32_768

/** Field names whose values are redacted at the first two levels, in case a secret comes into a line by mistake. */
const secrets = ['apiKey', 'api_key', 'key', 'secret', 'token', 'password', 'authorization', 'cookie', 'headers', 'proxy', 'url', 'query']
const secretNames: ReadonlySet<string> = new Set(secrets)

/** Creates a log that writes to `writeText`; without it, a log that does nothing. `worker`: number that each line tells. */
export function createLog(writeText: ((text: string) => void) | undefined, settings: LogSettings, worker?: number): Log {
  if (writeText === undefined) return { on: false, request: () => {}, write: () => {}, set: () => {}, flush: () => {} }
  let pending = ''
  let timer: NodeJS.Timeout | undefined
  const flush = (): void => {
    if (timer) clearTimeout(timer)
    timer = undefined
    const text = pending
    pending = ''
    if (text !== '') writeText(text)
  }
  const destination = {
    write(line: string) {
      pending += line
      if (pending.length >= mostPending) flush()
      else timer ??= setTimeout(flush, delay).unref()
    },
  }
  const timestamp = createTimestamps()
  const options = { base: worker === undefined ? null : { worker }, timestamp, formatters: { level: (level: string) => ({ level }) } }
  const origin = worker === undefined ? '' : `,"worker":${worker}`
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
      // Written in pino's form at half of pino's cost, since this runs for each request.
      if (hasSecret(fields)) events[level](fields)
      else destination.write(`{"level":"${level}"${timestamp()}${origin},${JSON.stringify(fields).slice(1)}\n`)
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

/** Creates a printer of the time in ISO 8601, which formats all but the milliseconds once a second. */
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

/** Settings from the configuration's `log`. Default: level `info`, with requests. */
export function logSettings(log: FileConfig['log']): LogSettings {
  if (log === 'off') return { level: 'off', requests: false }
  const { level = 'info', requests = true } = log === undefined || log === 'json' ? {} : log
  return { level, requests }
}
