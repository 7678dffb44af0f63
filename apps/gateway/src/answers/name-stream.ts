import type { StreamSource } from './answer-stream.ts'
import { spliceString } from '../requests/splice-string.ts'

const newline = 0x0a

/** A stream of events whose answer names its model by `name`: of each event only that one string is another, wherever it stands at `path`. */
export function nameStream(source: StreamSource, path: readonly string[], name: string): StreamSource {
  const word = Buffer.from(`"${path[path.length - 1]}"`)
  const inBytes = (events: Buffer): Buffer => (events.includes(word) ? nameLines(events, path, name) : events)
  const inOutput = (output: string | Buffer): string | Buffer =>
    typeof output === 'string' ? inBytes(Buffer.from(output)).toString() : inBytes(output)
  return {
    ...source,
    push: (chunk) => inOutput(source.push(chunk)),
    end: (held) => inOutput(source.end(held)),
    fail: (failure) => inBytes(Buffer.from(source.fail(failure))).toString(),
  }
}

function nameLines(events: Buffer, path: readonly string[], name: string): Buffer {
  const lines: Buffer[] = []
  for (let from = 0; from < events.length;) {
    const end = events.indexOf(newline, from)
    const to = end === -1 ? events.length : end + 1
    // What stands before an object, such as `data: `, has no strings.
    lines.push(spliceString(events.subarray(from, to), path, name))
    from = to
  }
  return Buffer.concat(lines)
}
