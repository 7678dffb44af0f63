import { checkContentsParts } from './check-contents-parts.ts'
import { isText, object, objects, shown } from './loose.ts'
import type { Loose } from './loose.ts'
import { parsedFrames } from './parsed-frames.ts'

/** The only frame that every client splits: a data line, a blank line. */
const dataFrame = /^data: [^\r\n]+$/

/**
 * Breaches that would stop a strict reader of a native stream, in either framing. Clients split by patterns of their own: a comment, an
 * event line or a terminal mark breaks them. https://ai.google.dev/api/generate-content#method:-models.streamgeneratecontent
 */
export function checkContentsStream(text: string): readonly string[] {
  const breaches: string[] = []
  if (!/^\s*\[/.test(text)) checkFraming(text, breaches)
  const frames = parsedFrames(text)
  if (frames === undefined) return [...breaches, 'the stream is no JSON']
  const finished = new Map<unknown, boolean>()
  let phase = 'open' as 'open' | 'failed' | 'blocked' // widened: closures would narrow it
  let id: unknown
  frames.forEach((frame, number) => {
    const say = (what: string): number => breaches.push(`frame ${number}: ${what}`)
    if (phase === 'failed') return say('comes after the stream has failed')
    if (frame['error'] !== undefined) {
      phase = 'failed'
      return checkError(object(frame['error']), say)
    }
    if (isText(object(frame['promptFeedback'])['blockReason'])) phase = 'blocked'
    id ??= frame['responseId']
    if (frame['responseId'] !== undefined && frame['responseId'] !== id) say('changes the responseId')
    const lines: string[] = []
    for (const candidate of objects(frame['candidates'])) {
      const index = candidate['index'] ?? 0
      checkContentsParts(candidate, lines)
      if (finished.get(index) && speaks(candidate)) say(`candidate ${shown(index)} speaks after its finishReason`)
      finished.set(index, finished.get(index) === true || isText(candidate['finishReason']))
    }
    for (const line of lines) say(line)
  })
  if (phase === 'open') {
    if (finished.size === 0) breaches.push('no candidate ever spoke')
    for (const [index, done] of finished) if (!done) breaches.push(`candidate ${shown(index)} has no finishReason`)
  }
  return breaches
}

function checkFraming(text: string, breaches: string[]): void {
  const frames = text.replaceAll('\r\n', '\n').split('\n\n')
  if (frames.at(-1) !== '') breaches.push('the last frame has no blank line after it')
  frames.slice(0, -1).forEach((frame, number) => {
    if (!dataFrame.test(frame)) breaches.push(`frame ${number}: is no single data line`)
  })
}

function checkError(error: Loose, say: (what: string) => number): void {
  if (!Number.isInteger(error['code'])) say('an error without a numeric code')
  if (!isText(error['message']) || !isText(error['status'])) say('an error without message or status')
}

function speaks(candidate: Loose): boolean {
  return objects(object(candidate['content'])['parts']).some(
    ({ text, functionCall }) => functionCall !== undefined || (isText(text) && text !== ''),
  )
}
