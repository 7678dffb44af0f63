import { isJsonObject } from '@interlingua/core'
import type { Json, JsonObject, Pointer } from '@interlingua/core'
import { object, says, segment, text } from '../read/json.ts'
import { formatBrackets } from '../read/format-path.ts'
import type { Issue, Judged, VendorRule } from '../vendor-rule.ts'
import { gptOf, takesCacheMarks } from './gpt.ts'

const caching = 'https://platform.openai.com/docs/guides/prompt-caching'

/** The rules about caches, names and labels, and about options that require another. */
export const optionRules: readonly VendorRule[] = [
  {
    id: 'O16',
    confidence: 'H',
    source: caching,
    holds: (asked) => {
      const gpt = gptOf(asked)
      return asked.vendor === 'azure' || (gpt !== undefined && !takesCacheMarks(gpt) && !asked.model.id.includes('terra'))
    },
    issues: cacheMarks,
  },
  {
    id: 'O16-terra',
    confidence: 'M',
    source: caching,
    holds: (asked) => gptOf(asked) !== undefined && asked.model.id.includes('terra'),
    issues: cacheMarks,
  },
  {
    id: 'O17',
    confidence: 'M',
    source: 'openai 7.57, comments of its types',
    holds: (asked) => (gptOf(asked)?.version ?? 0) >= 5.5,
    *issues({ body }) {
      if (body['prompt_cache_retention'] === 'in_memory')
        yield {
          path: '/prompt_cache_retention',
          code: 'unsupported_value',
          message: "Unsupported value: 'in_memory' is not supported with this model. Supported values are: '24h'.",
        }
    },
  },
  {
    id: 'O18',
    confidence: 'H',
    source: 'openai 7.57, types',
    holds: () => true,
    *issues({ body }) {
      for (const [key, most] of [
        ['prompt_cache_key', 64],
        ['safety_identifier', 128],
      ] as const)
        yield* tooLong(text(body[key]), most, `/${key}`)
      const pairs = Object.entries(object(body['metadata']))
      if (pairs.length > 16)
        yield {
          path: '/metadata',
          code: 'object_above_max_properties',
          message: `Invalid 'metadata': too many properties. Expected an object with at most 16 properties, but got an object with ${pairs.length} properties instead.`,
        }
      for (const [key, value] of pairs) {
        yield* tooLong(key, 64, `/metadata/${segment(key)}`)
        yield* tooLong(text(value), 512, `/metadata/${segment(key)}`)
      }
    },
  },
  {
    id: 'O19',
    confidence: 'M',
    source: 'openai 7.57, types',
    holds: () => true,
    *issues({ body }) {
      const tier = text(body['service_tier'])
      const tiers = ['auto', 'default', 'flex', 'scale', 'priority', 'fast', 'ultrafast']
      if (tier !== undefined && !tiers.includes(tier))
        yield {
          path: '/service_tier',
          code: 'invalid_value',
          message: `Invalid value: '${tier}'. Supported values are: 'auto', 'default', 'flex', and 'priority'.`,
        }
    },
  },
  {
    id: 'O28',
    confidence: 'H',
    source: 'https://platform.openai.com/docs/api-reference/chat/create',
    holds: () => true,
    *issues({ body }) {
      if (says(body['stream_options']) && body['stream'] !== true)
        yield {
          path: '/stream_options',
          message: "The 'stream_options' parameter is only allowed when 'stream' is enabled.",
        }
    },
  },
  {
    id: 'O27',
    confidence: 'H',
    source: 'https://platform.openai.com/docs/guides/structured-outputs#json-mode',
    holds: () => true,
    *issues({ format, body }) {
      const asked = format === 'chat' ? object(body['response_format']) : object(object(body['text'])['format'])
      const said = format === 'chat' ? [body['messages']] : [body['input'], body['instructions']]
      if (asked['type'] === 'json_object' && !said.some((value) => /json/i.test(JSON.stringify(value ?? ''))))
        yield {
          path: format === 'chat' ? '/messages' : '/input',
          message:
            format === 'chat'
              ? "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'."
              : "Response input messages must contain the word 'json' in some form to use 'text.format' of type 'json_object'.",
        }
    },
  },
]

export function* tooLong(said: string | undefined, most: number, path: Pointer): Generator<Issue> {
  if (said !== undefined && said.length > most)
    yield {
      path,
      code: 'string_above_max_length',
      message: `Invalid '${formatBrackets(path)}': string too long. Expected a string with maximum length ${most}, but got a string with length ${said.length} instead.`,
    }
}

function* cacheMarks({ body }: Judged): Generator<Issue> {
  if (says(body['prompt_cache_options']))
    yield {
      path: '/prompt_cache_options',
      code: 'unsupported_parameter',
      message: 'prompt_cache_options is not supported for this model.',
    }
  for (const path of marks(body, ''))
    yield { path, code: 'unsupported_parameter', message: 'prompt_cache_breakpoint is not supported for this model.' }
}

const holders = ['messages', 'input', 'content', 'tools', 'output'] as const

function* marks(value: Json | undefined, at: Pointer): Generator<Pointer> {
  if (Array.isArray(value)) {
    for (const [i, entry] of (value as readonly Json[]).entries()) yield* marks(entry, `${at}/${i}`) // a list of JSON
    return
  }
  if (!isJsonObject(value)) return
  if (says(value['prompt_cache_breakpoint'])) yield `${at}/prompt_cache_breakpoint`
  for (const key of holders) yield* marks((value as JsonObject)[key], `${at}/${key}`)
}
