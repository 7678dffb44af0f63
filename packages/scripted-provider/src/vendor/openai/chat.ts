import type { Json, JsonObject, Pointer } from '@interlingua/core'
import { list, object, objects, says, text } from '../read/json.ts'
import { formatBrackets } from '../read/format-path.ts'
import { unknownKeys } from '../read/unknown-keys.ts'
import type { Issue, Judged, VendorRule } from '../vendor-rule.ts'

const reference = 'https://platform.openai.com/docs/api-reference/chat/create'

/** The rules about the messages of a chat. */
export const chatRules: readonly VendorRule[] = [
  { id: 'O29', confidence: 'H', source: reference, holds: () => true, issues: unpaired },
  {
    id: 'O30',
    confidence: 'H',
    source: 'measured against the vendor, November 2026',
    holds: () => true,
    *issues({ body }) {
      for (const [i, message] of objects(body['messages'])) {
        if (message['role'] !== 'tool') continue
        for (const [j, { type }] of objects(message['content']))
          if (type !== 'text')
            yield {
              path: `/messages/${i}/content/${j}/type`,
              code: 'invalid_value',
              message: `Invalid value: '${String(type)}'. Supported values are: 'text'.`,
            }
      }
    },
  },
  {
    id: 'O31',
    confidence: 'M',
    source: 'microsoft/autogen#6377, agno-agi/agno#5382, vercel/ai#17233',
    holds: () => true,
    *issues({ body }) {
      for (const { path, id } of idsIn(body))
        if (id.length > 40)
          yield {
            path,
            code: 'string_above_max_length',
            message: `Invalid '${formatBrackets(path)}': string too long. Expected a string with maximum length 40, but got a string with length ${id.length} instead.`,
          }
    },
  },
  {
    id: 'O32',
    confidence: 'H',
    source: reference,
    holds: () => true,
    *issues({ vendor, body }) {
      const messages = objects(body['messages'])
      if (messages.length === 0)
        yield {
          path: '/messages',
          code: 'empty_array',
          message: "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.",
        }
      for (const [i, message] of messages) {
        const { role, content } = message
        const path: Pointer = `/messages/${i}/content`
        if (says(content)) {
          if (Array.isArray(content) && content.length === 0 && (vendor === 'openai' || vendor === 'azure'))
            yield {
              path,
              code: 'empty_array',
              message: `Invalid '${formatBrackets(path)}': empty array. Expected an array with minimum length 1, but got an empty array instead.`,
            }
          continue
        }
        const excused =
          role === 'assistant' &&
          (list(message['tool_calls']).length > 0 || says(message['refusal']) || says(message['function_call']) || says(message['audio']))
        if (!excused) yield { path, message: `Invalid value for 'content': expected a string, got null.` }
      }
    },
  },
  {
    id: 'O33',
    confidence: 'H',
    source: 'openai 7.57, types',
    holds: () => true,
    *issues({ body, model }) {
      // The demo's own models return reasoning in the fields of compatible servers.
      const thoughts = model.family === undefined ? ' reasoning_content reasoning reasoning_details' : ''
      for (const [path] of unknownIn(body, thoughts))
        yield { path, code: 'unknown_parameter', message: `Unknown parameter: '${formatBrackets(path)}'.` }
      for (const [i, { role, content }] of objects(body['messages']))
        for (const [j, { type }] of objects(content)) {
          const taken = partsOf[text(role) ?? '']
          if (taken === undefined || role === 'tool' || taken.includes(text(type) ?? '')) continue
          const path: Pointer = `/messages/${i}/content/${j}/type`
          yield {
            path,
            code: 'invalid_value',
            message: `Invalid value: '${String(type)}'. Supported values are: ${taken.map((word) => `'${word}'`).join(', ')}.`,
          }
        }
    },
  },
  {
    id: 'O34',
    confidence: 'H',
    source: reference,
    holds: ({ model }) => /^o1-(?:mini|preview)/.test(model.id),
    *issues({ body }) {
      for (const [i, { role }] of objects(body['messages']))
        if (role === 'system' || role === 'developer')
          yield {
            path: `/messages/${i}/role`,
            code: 'unsupported_value',
            message: `Unsupported value: 'messages[${i}].role' does not support '${role}' with this model.`,
          }
      if (says(body['tools']))
        yield { path: '/tools', code: 'unsupported_parameter', message: "Unsupported parameter: 'tools' is not supported with this model." }
    },
  },
  {
    id: 'O35',
    confidence: 'H',
    source: reference,
    holds: () => true,
    *issues({ body }) {
      const stops = list(body['stop']).length
      if (stops > 4)
        yield {
          path: '/stop',
          code: 'array_above_max_length',
          message: `Invalid 'stop': array too long. Expected an array with maximum length 4, but got an array with length ${stops} instead.`,
        }
    },
  },
]

const top =
  'messages model audio frequency_penalty function_call functions logit_bias logprobs max_completion_tokens max_tokens metadata modalities moderation n parallel_tool_calls prediction presence_penalty prompt_cache_key prompt_cache_options prompt_cache_retention reasoning_effort response_format safety_identifier seed service_tier stop store stream stream_options temperature tool_choice tools top_logprobs top_p user verbosity web_search_options'
const keysOf: Readonly<Record<string, string>> = {
  system: 'role content name',
  developer: 'role content name',
  user: 'role content name',
  // The fields of answers come back in later requests: the vendor's own SDK sends `parsed`.
  assistant: 'role content name audio refusal tool_calls function_call annotations parsed',
  // The field `name` is an old one of OpenAI's, which LangChain sends with each result.
  tool: 'role content tool_call_id name',
  function: 'role content name',
}
const partKeys: Readonly<Record<string, string>> = {
  text: 'type text prompt_cache_breakpoint',
  image_url: 'type image_url prompt_cache_breakpoint',
  input_audio: 'type input_audio prompt_cache_breakpoint',
  file: 'type file prompt_cache_breakpoint',
  refusal: 'type refusal',
}
const partsOf: Readonly<Record<string, readonly string[]>> = {
  system: ['text'],
  developer: ['text'],
  user: ['text', 'image_url', 'input_audio', 'file'],
  assistant: ['text', 'refusal'],
}

function* unknownIn(body: JsonObject, thoughts: string): Generator<readonly [Pointer, string]> {
  yield* unknownKeys(body, top, '')
  for (const [i, message] of objects(body['messages'])) {
    const keys = keysOf[text(message['role']) ?? '']
    if (keys !== undefined) yield* unknownKeys(message, `${keys}${message['role'] === 'assistant' ? thoughts : ''}`, `/messages/${i}`)
    for (const [j, part] of objects(message['content'])) {
      const known = partKeys[text(part['type']) ?? '']
      // OpenAI's Agents SDK for JavaScript returns annotations, empty or not, with every text that it streamed.
      const cited = message['role'] === 'assistant' && part['type'] === 'text' ? ' annotations' : ''
      if (known !== undefined) yield* unknownKeys(part, known + cited, `/messages/${i}/content/${j}`)
    }
    for (const [j, call] of objects(message['tool_calls'])) {
      yield* unknownKeys(call, 'id type function custom', `/messages/${i}/tool_calls/${j}`)
      yield* unknownKeys(object(call['function']), 'name arguments parsed_arguments', `/messages/${i}/tool_calls/${j}/function`)
    }
  }
  for (const [i, tool] of objects(body['tools'])) {
    yield* unknownKeys(tool, 'type function custom prompt_cache_breakpoint', `/tools/${i}`)
    yield* unknownKeys(object(tool['function']), 'name description parameters strict', `/tools/${i}/function`)
  }
}

function* idsIn(body: JsonObject): Generator<{ readonly path: Pointer; readonly id: string }> {
  for (const [i, message] of objects(body['messages'])) {
    for (const [j, { id }] of objects(message['tool_calls'])) yield { path: `/messages/${i}/tool_calls/${j}/id`, id: text(id) ?? '' }
    const id = text(message['tool_call_id'])
    if (id !== undefined) yield { path: `/messages/${i}/tool_call_id`, id }
  }
}

/** Reports a call without a result right after its turn, and a result without its call. Holds for every server that speaks chat. */
export function* unpaired({ body }: Judged): Generator<Issue> {
  const open = new Map<Json, Pointer>()
  let called: readonly Json[] = []
  for (const [i, message] of objects(body['messages'])) {
    const at: Pointer = `/messages/${i}`
    if (message['role'] === 'tool') {
      const id = message['tool_call_id'] ?? null
      if (!called.includes(id))
        yield {
          path: at,
          message: "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
        }
      open.delete(id)
      continue
    }
    yield* unanswered(open)
    open.clear()
    called = objects(message['tool_calls']).map(([, { id }]) => id ?? null)
    for (const id of called) open.set(id, at)
  }
  yield* unanswered(open)
}

function* unanswered(open: ReadonlyMap<Json, Pointer>): Generator<Issue> {
  const [path] = open.values()
  if (path !== undefined)
    yield {
      path,
      message: `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${[...open.keys()].join(', ')}`,
    }
}
