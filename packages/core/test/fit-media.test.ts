import { Buffer } from 'node:buffer'
import { describe, expect, it } from 'vitest'
import { defaultPolicy } from '../src/index.ts'
import type { GenerateRequest, MediaPart, Part, ToolResultPart, Turn } from '../src/index.ts'
import { fitMedia, hoistResultMedia } from '../src/lower/index.ts'

function png(side: number): string {
  const size = [side >>> 24, (side >>> 16) & 255, (side >>> 8) & 255, side & 255]
  return Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, ...size, 0, 0, 0, 9]).toString('base64')
}
const image = (side: number, mime = 'image/png'): MediaPart => ({
  type: 'media',
  kind: 'image',
  source: { type: 'inline', mime, base64: png(side) },
})
const shot = (part: Part, callId: string): readonly Turn[] => [
  { author: 'assistant', parts: [{ type: 'tool-call', callId, name: 'shot', kind: 'function', arguments: '{}' }] },
  { author: 'user', parts: [{ type: 'tool-result', callId, parts: [part] }] },
]
const request = (turns: readonly Turn[]): GenerateRequest => ({ model: 'm', turns })
const limit = { count: 100, side: 8000, manyCount: 20, manySide: 2000, bytes: 5000 } as const

function fit(given: GenerateRequest, imageLimit: typeof limit | { readonly count: number } = limit) {
  const reported: string[] = []
  const fitted = fitMedia(given, {
    issue: () => undefined,
    isOwn: () => false,
    limit: imageLimit,
    policy: defaultPolicy,
    report: (code, at) => reported.push(`${code} ${at}`),
  })
  return { fitted, reported }
}
const leftOut = ({ turns }: GenerateRequest): readonly number[] =>
  turns.flatMap(({ parts }, index) => {
    const [part] = parts
    return part?.type === 'tool-result' && part.parts[0]?.type === 'text' ? [index] : []
  })
const session = (sides: readonly number[]): GenerateRequest =>
  request([
    { author: 'user', parts: [{ type: 'text', text: 'go' }] },
    ...sides.flatMap((side, index) => shot(image(side), `call_${index}`)),
  ])

describe('images of a model', () => {
  it('stay as they are where the model takes them', () => {
    const given = session([1999, 2001, 7999])
    const { fitted, reported } = fit(given)
    expect(fitted).toBe(given)
    expect(reported).toEqual([])
  })

  it('give way, the oldest too large ones first, where there are many', () => {
    const small = Array.from({ length: 19 }, () => 100)
    const { fitted, reported } = fit(session([3000, 3000, ...small, 3000]))
    // 22 of them, two too many: a block of the oldest large ones goes, and that is all of the large ones here.
    expect(leftOut(fitted)).toEqual([2, 4, 44])
    expect(reported).toEqual([
      'media-limit /turns/2/parts/0/parts/0',
      'media-limit /turns/4/parts/0/parts/0',
      'media-limit /turns/44/parts/0/parts/0',
    ])
    expect(fit(fitted)).toEqual({ fitted, reported: [] })
  })

  it('change the beginning of a growing conversation once for ten images, not with each', () => {
    let changes = 0
    let before = ''
    for (let count = 15; count <= 60; count++) {
      const gone = leftOut(fit(session(Array.from({ length: count }, () => 3000))).fitted)
      expect(count - gone.length).toBeLessThanOrEqual(20)
      expect(count - gone.length).toBeGreaterThan(10)
      if (JSON.stringify(gone) !== before) changes++
      before = JSON.stringify(gone)
    }
    expect(changes).toBe(5)
  })

  it('are counted', () => {
    const { fitted } = fit(session([1, 1, 1, 1]), { count: 3 })
    expect(leftOut(fitted)).toEqual([2, 4, 6, 8])
    expect(leftOut(fit(session(Array.from({ length: 25 }, () => 1)), { count: 20 }).fitted)).toHaveLength(10)
  })

  it('that are too large, in pixels or bytes, are refused where the user sends them', () => {
    const huge: MediaPart = {
      type: 'media',
      kind: 'image',
      source: { type: 'inline', mime: 'image/png', base64: png(10) + 'A'.repeat(6000) },
    }
    const { fitted, reported } = fit(request([{ author: 'user', parts: [image(8001), huge, image(8000)] }]))
    expect(reported).toEqual(['media-size /turns/0/parts/0', 'media-size /turns/0/parts/1'])
    expect(fitted.turns[0]?.parts.map(({ type }) => type)).toEqual(['text', 'text', 'media'])
  })

  it.each([
    ['image/jpg', '/9j/4AAQ', 'image/jpeg', 1],
    ['image/jpg', 'AAAA', 'image/jpeg', 1],
    ['image/gif', png(5), 'image/png', 1],
    ['IMAGE/PNG', png(5), 'image/png', 1],
    ['image/png', 'AAAA', 'image/png', 0],
    ['image/heif', 'AAAAGGZ0eXBtaWYxAAAA', 'image/heif', 0],
    ['', png(5), 'image/png', 1],
  ])('declared as %j with bytes %j are %s', (mime, base64, expected, notices) => {
    const { fitted, reported } = fit(
      request([{ author: 'user', parts: [{ type: 'media', kind: 'image', source: { type: 'inline', mime, base64 } }] }]),
    )
    expect(fitted.turns[0]?.parts[0]).toMatchObject({ source: { mime: expected } })
    expect(reported).toEqual(Array.from({ length: notices }, () => 'media-type-corrected /turns/0/parts/0'))
  })
})

describe('media of results that hold text alone', () => {
  it('follow the last result of their turn, and the results say where', () => {
    const result = (callId: string, isError: boolean): ToolResultPart => ({
      type: 'tool-result',
      callId,
      isError,
      parts: [{ type: 'text', text: 'see' }, image(5)],
    })
    const turn: Turn = { author: 'user', parts: [result('a', true), result('b', false), result('c', true), { type: 'text', text: 'note' }] }
    const reported: string[] = []
    const hoisted = hoistResultMedia(request([turn]), {
      textOnly: ({ isError }) => isError === true,
      report: (code, at) => reported.push(`${code} ${at}`),
    })
    expect(hoisted.turns[0]?.parts.map(({ type }) => type)).toEqual(['tool-result', 'tool-result', 'tool-result', 'media', 'media', 'text'])
    expect(hoisted.turns[0]?.parts[2]).toMatchObject({ parts: [{ text: 'see' }, { text: '[image: number 2 below the results]' }] })
    expect(hoisted.turns[0]?.parts[1]).toBe(turn.parts[1])
    expect(reported).toEqual(['result-media /turns/0/parts/0/parts/1', 'result-media /turns/0/parts/2/parts/1'])
    const again = hoistResultMedia(hoisted, { textOnly: () => false, report: () => reported.push('again') })
    expect(again).toBe(hoisted)
  })
})
