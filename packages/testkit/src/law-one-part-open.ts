import { attempt } from './attempt.ts'
import { object, shown } from './loose.ts'
import type { Loose } from './loose.ts'
import { readSse } from './read-sse.ts'
import type { Violation } from './violation.ts'

/** Frames by which a format marks where a part begins and ends: the types of both, and the key of the part's number. */
export interface PartBorders {
  readonly begins: string
  readonly ends: string
  readonly number: string
  /** Last frames of a response, before which all parts have ended. */
  readonly last: readonly string[]
}

/**
 * Law "one part open": parts of a stream of server-sent events are open one at a time, and every frame about a part is about the open one.
 */
export function lawOnePartOpen(name: string, text: string, { begins, ends, number, last }: PartBorders): readonly Violation[] {
  return attempt(name, (say) => {
    let open: unknown
    readSse(text).forEach(({ data }, frame) => {
      const wire = parse(data)
      const [type, part] = [wire['type'], wire[number]]
      const at = `frame ${frame} (${shown(type)})`
      if (type === begins) {
        if (open !== undefined) say('', `${at}: ${shown(part)} begins while ${shown(open)} is open`)
        open = part
      } else if (last.includes(shown(type))) {
        if (open !== undefined) say('', `${at}: ${shown(open)} is open at the end`)
      } else if (part !== undefined) {
        if (part !== open) say('', `${at}: speaks of ${shown(part)} while ${shown(open)} is open`)
        if (type === ends) open = undefined
      }
    })
  })
}

function parse(data: string): Loose {
  try {
    return object(JSON.parse(data))
  } catch {
    return {}
  }
}
