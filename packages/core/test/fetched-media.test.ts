import { findRemoteMedia, inlineMedia, type GenerateAdapter, type GenerateRequest } from '@interlingua/core'
import { expect, it } from 'vitest'

const url = (name: string) => ({ type: 'url' as const, url: `https://example.com/${name}` })
const request: GenerateRequest = {
  model: 'demo',
  turns: [
    {
      author: 'user',
      parts: [
        { type: 'media', kind: 'image', source: url('a.png') },
        { type: 'tool-result', callId: 'call_1', parts: [{ type: 'document', source: url('b/report.pdf?x=1') }] },
        { type: 'document', source: { type: 'parts', parts: [{ type: 'media', kind: 'image', source: url('a.png') }] } },
        { type: 'media', kind: 'video', source: { type: 'url', url: 'gs://bucket/film.mp4' } },
      ],
    },
  ],
}
const context = { onNotice: () => {} } as unknown as Parameters<typeof findRemoteMedia>[2] // nothing of it is read here
const taking = (acceptsUrl?: GenerateAdapter['acceptsUrl']) => ({ acceptsUrl }) as GenerateAdapter // only the one method is asked

it('every URL that the target cannot be told is found once, in results and documents too', () => {
  const found = findRemoteMedia(
    request,
    taking(() => false),
    context,
  )
  expect(found.map(({ url, kind, at }) => [url, kind, at])).toEqual([
    ['https://example.com/a.png', 'image', '/turns/0/parts/0'],
    ['https://example.com/b/report.pdf?x=1', 'document', '/turns/0/parts/1/parts/0'],
  ])
  expect(
    findRemoteMedia(
      request,
      taking((part) => part.type === 'media'),
      context,
    ),
  ).toHaveLength(1)
  expect(findRemoteMedia(request, taking(undefined), context)).toEqual([])
})

it('what was fetched stands inline in every place of its URL', () => {
  const fetched = new Map([
    ['https://example.com/a.png', { mime: 'image/png', base64: 'iVBORw0KGgo=' }],
    ['https://example.com/b/report.pdf?x=1', { mime: 'application/pdf', base64: 'JVBERg==' }],
  ])
  const placed = inlineMedia(request, fetched)
  expect(JSON.stringify(placed).match(/iVBORw0KGgo=/g)).toHaveLength(2)
  expect(placed.turns[0]?.parts[1]).toMatchObject({
    parts: [{ source: { type: 'inline', mime: 'application/pdf', filename: 'report.pdf' } }],
  })
  expect(inlineMedia(request, new Map())).toBe(request)
})
