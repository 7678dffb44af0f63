import { type Frame, isJsonObject, type JsonObject, type Machine, parseJson } from '@interlingua/core'
import type { Target } from '@interlingua/upstreams'
import type { StreamSource } from './answer-stream.ts'

/** Finds the members that an answer of this channel lacks; undefined for a channel whose answers are whole. */
function finderOf({ channel }: Target): ((response: JsonObject, request: JsonObject) => JsonObject | undefined) | undefined {
  const { missing } = channel.edge.upstream
  return missing !== undefined && channel.dialect[missing.fact] === false ? missing.members : undefined
}

/** Adds what a passing document lacks behind its own members, whose bytes stay. */
export function addMissingMembers(target: Target, bytes: Buffer, body: JsonObject, request: JsonObject): Buffer {
  const added = finderOf(target)?.(body, request)
  if (added === undefined) return bytes
  const text = bytes.toString('utf8').trimEnd()
  const comma = Object.keys(body).length > 0 ? ',' : ''
  return Buffer.from(`${text.slice(0, -1)}${comma}${JSON.stringify(added).slice(1)}`)
}

/** Adds what a document lacks that was translated within its format. */
export function completeDocument(target: Target, body: JsonObject, request: JsonObject): JsonObject {
  const added = finderOf(target)?.(body, request)
  return added === undefined ? body : { ...body, ...added }
}

/** Adds what the responses in a stream lack that was translated within its format; undefined where nothing can be missing. */
export function createMemberAdder(target: Target, request: JsonObject): Machine<Frame<unknown>, Frame<unknown>> | undefined {
  const find = finderOf(target)
  if (find === undefined) return undefined
  return {
    push(frame) {
      if (frame.type !== 'event' || !isJsonObject(frame.wire) || !isJsonObject(frame.wire['response'])) return [frame]
      return [{ ...frame, wire: { ...frame.wire, response: completeDocument(target, frame.wire['response'], request) } }]
    },
    end: () => [],
  }
}

/** Adds what the responses in a passing stream lack; all other events stay as they are. */
export function completeStream(source: StreamSource, target: Target, request: JsonObject): StreamSource {
  const find = finderOf(target)
  if (find === undefined) return source

  function completeLine(line: string): string {
    if (!line.startsWith('data:') || !line.includes('"response"')) return line
    const event = parseJson(line.slice('data:'.length))
    if (!isJsonObject(event) || !isJsonObject(event['response'])) return line
    const added = find?.(event['response'], request)
    return added === undefined ? line : `data: ${JSON.stringify({ ...event, response: { ...event['response'], ...added } })}`
  }

  function complete(output: string | Buffer): string | Buffer {
    if (output.length === 0 || !output.includes('"response"')) return output
    return output.toString().split('\n').map(completeLine).join('\n')
  }

  return {
    ...source,
    push: (chunk) => complete(source.push(chunk)),
    end: (held) => complete(source.end(held)),
    fail: (failure) => complete(source.fail(failure)),
  }
}
