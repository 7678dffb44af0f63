import type { AdmittedRequest } from '../server/client-request.ts'
import { spliceString } from '../body/bytes.ts'
import type { StreamSource } from './answer-stream.ts'
import type { Target } from '@interlingua/upstreams'

/**
 * Name of the model for the answer: the client's own, where an alias or a route chose another model; undefined for the upstream's name. Claude Code
 * drops its thinking of an earlier run if the name differs from the asked one.
 */
export function answerName({ model }: AdmittedRequest, { channel, renamed }: Target): string | undefined {
  return renamed && channel.answerModel === 'asked' && model !== '' ? model : undefined
}

/** Model of a translated answer: the asked one where the upstream's format names none. `said`: the upstream's word. */
export function modelOfAnswer(said: string, admitted: AdmittedRequest, target: Target): string {
  return answerName(admitted, target) ?? (said === '' ? (admitted.model ?? '') : said)
}

const newline = 0x0a

/** Gives the model of a stream's answer another name: in each event, only the string at `path` changes. */
export function nameStream(source: StreamSource, path: readonly string[], name: string): StreamSource {
  const word = Buffer.from(`"${path[path.length - 1]}"`)
  const inBytes = (events: Buffer): Buffer => (events.includes(word) ? nameLines(events, path, name) : events)
  const inOutput = (output: string | Buffer): string | Buffer =>
    typeof output === 'string' ? inBytes(Buffer.from(output)).toString() : inBytes(output)
  return {
    ...source,
    push: (chunk) => inOutput(source.push(chunk)),
    end: (held) => inOutput(source.end(held)),
    fail: (failure) => inOutput(source.fail(failure)),
  }
}

function nameLines(events: Buffer, path: readonly string[], name: string): Buffer {
  const lines: Buffer[] = []
  for (let from = 0; from < events.length;) {
    const end = events.indexOf(newline, from)
    const to = end === -1 ? events.length : end + 1
    // Text before an object, such as `data: `, has no strings.
    lines.push(spliceString(events.subarray(from, to), path, name))
    from = to
  }
  return Buffer.concat(lines)
}
