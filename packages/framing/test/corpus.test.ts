import { readdirSync, readFileSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import { describeRecordings } from '../../../tools/recordings.ts'
import { createSseParser, type SseEvent } from '@interlingua/framing'
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
          for (let cut = 1; cut < text.length; cut += 1) expect(read([text.slice(0, cut), text.slice(cut)]), id).toEqual(whole)
        else expect(read(text), id).toEqual(whole)
      }
    },
  )
})
