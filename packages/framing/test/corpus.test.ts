import { readdirSync, readFileSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import { describeRecordings } from '../../../tools/recordings.ts'
import {
  createEventStreamReader,
  createEventStreamToText,
  createEventStreamWriter,
  createSseParser,
  createTextToEventStream,
  type SseEvent,
} from '@interlingua/framing'
import { runMachine } from './run-machine.ts'

vi.setConfig({ testTimeout: 60_000 })

/** Recorded exchanges beside the checkout; absent where only the project was cloned. */
const corpus = new URL('../../../../shared/corpus/', import.meta.url)

function streamsOf(format: string): { id: string; text: string }[] {
  const folder = new URL(`${format}/`, corpus)
  return readdirSync(folder).flatMap((file) => {
    const { stream } = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as { stream?: string }
    return typeof stream === 'string' ? [{ id: file, text: stream }] : []
  })
}

function binaryStreamsOf(format: string): { id: string; bytes: Buffer }[] {
  const folder = new URL(`${format}/`, corpus)
  return readdirSync(folder).flatMap((file) => {
    const { stream_base64: base64 } = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as { stream_base64?: string }
    return typeof base64 === 'string' ? [{ id: file, bytes: Buffer.from(base64, 'base64') }] : []
  })
}

/** Compares thousands of times: vitest's own comparison, which explains, only where texts differ. */
function expectSame(events: readonly SseEvent[], whole: readonly SseEvent[], id: string): void {
  if (JSON.stringify(events) !== JSON.stringify(whole)) expect(events, id).toEqual(whole)
}

const read = (chunks: Iterable<string>): SseEvent[] => runMachine(createSseParser({ maxEventLength: 10_000_000 }), chunks)

describeRecordings('recorded streams', corpus, () => {
  it.each(['messages', 'chat', 'responses', 'contents'])(
    'pitfall 48: every recorded stream of %s gives the same events cut anywhere, with LF, CR and CRLF',
    (format) => {
      const streams = streamsOf(format)
      expect(streams.length).toBeGreaterThan(20)
      for (const { id, text } of streams) {
        const whole = read([text])
        expect(
          whole.some(({ type }) => type === 'event'),
          id,
        ).toBe(true)
        expect(
          whole.every(({ type }) => type !== 'invalid'),
          id,
        ).toBe(true)
        for (const one of whole) if (one.type === 'event' && one.data !== '[DONE]') JSON.parse(one.data)
        const lines = text.replaceAll(/\r\n|\r/g, '\n')
        for (const lineEnd of ['\n', '\r', '\r\n']) {
          const written = lines.replaceAll('\n', lineEnd)
          expect(read([written]), id).toEqual(whole)
          expect(read(written.match(/.{1,61}/gs) ?? []), id).toEqual(whole)
        }
        if (text.length <= 3000)
          for (let cut = 1; cut < text.length; cut += 1) expectSame(read([text.slice(0, cut), text.slice(cut)]), whole, id)
        else expect(read(text), id).toEqual(whole)
      }
    },
  )

  it.each(['converse', 'invoke'])('every recorded event stream of %s is read cut anywhere, and written again as it was', (format) => {
    const streams = binaryStreamsOf(format)
    expect(streams.length).toBeGreaterThan(2)
    for (const { id, bytes } of streams) {
      const messages = runMachine(createEventStreamReader(), [bytes])
      expect(messages.length, id).toBeGreaterThan(2)
      expect(
        messages.every(({ type }) => type === 'message'),
        id,
      ).toBe(true)
      expect(
        runMachine(
          createEventStreamReader(),
          Array.from(bytes, (byte) => Uint8Array.of(byte)),
        ),
        id,
      ).toEqual(messages)
      expect(Buffer.concat(runMachine(createEventStreamWriter(), messages)), id).toEqual(bytes)
      const text = runMachine(createEventStreamToText(), [bytes]).join('')
      expect(text, id).not.toContain('"p":')
      expect(runMachine(createEventStreamToText(), runMachine(createTextToEventStream(), [text])).join(''), id).toBe(text)
    }
  })
})
