import { answerHeaders } from '../reply/reply-headers.ts'
import { endAnswer, finishReply } from '../reply/write-reply.ts'
import type { Reply } from '../server/reply.ts'
import type { EventLog } from '../server/event-log.ts'

/** Milliseconds for which a client may read nothing. */
const longestStall = 300_000

/** Begins an answer whose events come later. */
export function beginEvents(reply: Reply, contentType: string): void {
  reply.response.writeHead(200, {
    ...answerHeaders(reply),
    'content-type': contentType,
    'cache-control': 'no-cache',
    'x-accel-buffering': 'no',
  })
}

/** Comment of event streams, which no client reads as an event. */
export const keepAliveComment = ': keep-alive\n\n'

/**
 * Answers with the events of a log behind the first `skip` ones, and with those that come, as fast as the client reads. An answer that has ended gives
 * its last event in any case.
 */
export function followLog(reply: Reply, log: EventLog, contentType: string, skip: number): void {
  const { response } = reply
  let next = skip
  /** True once an event was written. */
  let sent = false
  let stalledAt: number | undefined
  beginEvents(reply, contentType)
  response.flushHeaders()
  const unwatch = log.watch(write)
  const drained = (): void => {
    stalledAt = undefined
    write(false)
  }
  response.on('drain', drained)
  response.on('close', stop)
  write(false)

  function stop(): void {
    unwatch()
    response.off('drain', drained)
    response.off('close', stop)
  }

  function write(signal: boolean): void {
    if (reply.ended || response.destroyed) return stop()
    if (log.tooLong) return end(true)
    if (stalledAt !== undefined) {
      if (performance.now() - stalledAt > longestStall) response.destroy()
      return
    }
    if (log.state === 'whole' && !sent) next = Math.min(next, Math.max(0, log.events.length - 1))
    const text = log.events.slice(next).join('')
    sent ||= text !== ''
    next = Math.max(next, log.events.length)
    if (log.state !== 'running') return end(log.state === 'broken', text)
    const said = text === '' && signal ? keepAliveComment : text
    if (said !== '' && !response.write(said)) stalledAt = performance.now()
  }

  function end(broken: boolean, last = ''): void {
    stop()
    finishReply(reply, broken ? 'cancelled' : 'ok', () => endAnswer(response, last, broken))
  }
}
