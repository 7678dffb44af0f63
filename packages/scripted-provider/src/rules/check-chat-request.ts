import type { Failure, GenerateRequest, Part, Pointer } from '@interlingua/core'
import { checkChatResults } from './check-chat-results.ts'
import { checkToolList } from './check-tool-list.ts'
import { findUnstrict } from './find-unstrict.ts'
import { refuse } from './refuse.ts'

/** Checks the rules of the chat vendor beyond the schema. */
export function checkChatRequest(request: GenerateRequest): Failure | undefined {
  return (
    (request.turns.length === 0
      ? refuse("Invalid 'messages': empty array. Expected an array with minimum length 1.", '/messages')
      : undefined) ??
    checkRanges(request) ??
    checkFormat(request) ??
    checkToolList(request, 'chat', 64) ??
    checkStrictTools(request) ??
    checkChatResults(request)
  )
}

function checkRanges({ sampling, output, metadata, user }: GenerateRequest): Failure | undefined {
  const ranges: readonly (readonly [number | undefined, number, number, Pointer])[] = [
    [sampling?.temperature, 0, 2, '/temperature'],
    [sampling?.topP, 0, 1, '/top_p'],
    [sampling?.frequencyPenalty, -2, 2, '/frequency_penalty'],
    [sampling?.presencePenalty, -2, 2, '/presence_penalty'],
    [output?.candidates, 1, 128, '/n'],
    [output?.maxTokens, 1, Infinity, '/max_completion_tokens'],
    [output?.logprobs?.top, 0, 20, '/top_logprobs'],
    [output?.stop?.length, 0, 4, '/stop'],
    [metadata && Object.keys(metadata).length, 0, 16, '/metadata'],
    [user?.length, 0, 64, '/safety_identifier'],
  ]
  for (const [value, least, most, path] of ranges) {
    if (value !== undefined && (value < least || value > most))
      return refuse(`Invalid '${path.slice(1)}': expected a value between ${least} and ${most}.`, path)
  }
  return undefined
}

function checkFormat({ output, turns }: GenerateRequest): Failure | undefined {
  const format = output?.format
  if (format?.type === 'json' && !turns.some(({ parts }) => parts.some(mentionsJson))) {
    return refuse("'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.", '/messages')
  }
  if (format?.type !== 'json-schema' || format.strict !== true) return undefined
  const place = findUnstrict(format.schema)
  return place === undefined
    ? undefined
    : refuse(`Invalid schema for response_format '${format.name ?? 'response'}': ${place}.`, '/response_format')
}

function checkStrictTools({ tools }: GenerateRequest): Failure | undefined {
  for (const tool of tools ?? []) {
    const place = tool.type === 'function' && tool.strict === true ? findUnstrict(tool.schema) : undefined
    if (place !== undefined) return refuse(`Invalid schema for function '${tool.name}': ${place}.`, tool.at)
  }
  return undefined
}

function mentionsJson(part: Part): boolean {
  return part.type === 'text' && /json/i.test(part.text)
}
