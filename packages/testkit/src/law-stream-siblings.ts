import { isJsonObject, pointer } from '@interlingua/core'
import type { Json, JsonObject, Notice, Pointer } from '@interlingua/core'
import { attempt } from './attempt.ts'
import { sibling, withSiblings } from './law-siblings.ts'
import type { TranslatedStream } from './law-translated-stream.ts'
import type { Violation } from './violation.ts'

export interface StreamSiblingSettings {
  /** True: within one format the key is carried. Absent: another format must report it, in the response that the stream stands for. */
  readonly carried?: boolean
  readonly documentOf: (text: string) => unknown
  /** Place in the response of the content of a frame; `undefined` if no single place holds it. */
  readonly placeOf?: (frame: JsonObject) => Pointer | undefined
  /** Number of objects of the same shape of path, in frames of the same type, that are tried. Default 2. */
  readonly perShape?: number
  /** True for exempt objects: gets the frame, its number, and the pointer of the object in it. Absent: none. */
  readonly skipped?: (frame: JsonObject, number: number, path: string) => boolean
}

/** Texts of a stream of server-sent events, one for each object of its frames, with an unknown key beside the known ones. */
export function* streamsWithSiblings(
  text: string,
  { perShape = 2, skipped }: StreamSiblingSettings,
): Generator<{ readonly place: string; readonly frame: JsonObject; readonly text: string }> {
  const lines = text.split('\n')
  const shapes = new Map<string, number>()
  let number = -1
  for (const [index, line] of lines.entries()) {
    const frame = line.startsWith('data: {') ? (JSON.parse(line.slice(6)) as JsonObject) : undefined // an object: it begins like one
    if (frame === undefined) continue
    number++
    for (const { document, path } of withSiblings(frame, { perShape: 1 })) {
      if (skipped?.(frame, number, path) === true) continue
      const shape = `${kindOf(frame)} ${path.replaceAll(/\/\d+/g, '/*')}`
      const count = shapes.get(shape) ?? 0
      shapes.set(shape, count + 1)
      if (count < perShape)
        yield {
          place: `${number} ${kindOf(frame)} ${path}`,
          frame,
          text: lines.with(index, `data: ${JSON.stringify(document)}`).join('\n'),
        }
    }
  }
}

/** Type of a frame, with those of what it begins or changes; of one without a type, the keys. */
function kindOf(frame: JsonObject): string {
  const { type, event_type: event, start, delta, step, content_block: block, item, part } = frame
  const inner = [start, delta, step, block, item, part].flatMap((value) =>
    isJsonObject(value) ? [String(value['type'] ?? Object.keys(value).join('+'))] : [],
  )
  return [String(type ?? event ?? Object.keys(frame).join('+')), ...inner].join(' ')
}

/**
 * Law "stream siblings": an unknown key in an object of a stream's frames is carried within one format. Another format reports it: at the
 * key or above it if the response has it, else at the key in an object of the response, or at the whole that the frame belongs to.
 */
export function lawStreamSiblings(
  name: string,
  translate: (text: string) => TranslatedStream,
  text: string,
  settings: StreamSiblingSettings,
): readonly Violation[] {
  return attempt(name, (say) => {
    for (const changed of streamsWithSiblings(text, settings)) {
      const { text: written, notices } = translate(changed.text)
      if (written.includes(sibling.value)) continue
      const whole = settings.placeOf?.(changed.frame)
      if (settings.carried === true) say('', `${changed.place}: is not carried`)
      else if (whole !== undefined && notices.some(({ kind, path }) => kind === 'dropped' && path === whole)) continue
      else if (
        !isNamed(
          notices.filter(({ kind }) => kind === 'dropped'),
          settings.documentOf(changed.text) as Json,
        )
      )
        say('', `${changed.place}: is neither carried nor named`) // an accumulator gives JSON
    }
  })
}

function isNamed(notices: readonly Notice[], document: Json): boolean {
  const places = placesIn(document, '')
  const end = `/${sibling.key}`
  return notices.some(({ path }) => {
    if (path === '') return false
    if (places.some((place) => place === path || place.startsWith(`${path}/`))) return true
    return path.endsWith(end) && isJsonObject(at(document, path.slice(0, -end.length)))
  })
}

/** Places of the key in a document. */
function placesIn(value: Json, path: Pointer): readonly Pointer[] {
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap((inner, i) => placesIn(inner, pointer(path, i))) // an array of JSON
  if (!isJsonObject(value)) return []
  return Object.keys(value).flatMap((key) => {
    const place = pointer(path, key)
    return key === sibling.key ? [place] : placesIn(value[key] ?? null, place)
  })
}

function at(document: Json, path: string): Json | undefined {
  let value: Json | undefined = document
  for (const segment of path.split('/').slice(1)) {
    const key = segment.replaceAll('~1', '/').replaceAll('~0', '~')
    if (Array.isArray(value)) value = (value as readonly Json[])[Number(key)] // an array of JSON
    else value = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
  }
  return value
}
