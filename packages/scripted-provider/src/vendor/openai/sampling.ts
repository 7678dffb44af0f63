import { list, number, object, says, text } from '../read/json.ts'
import type { Issue, Judged, VendorRule } from '../vendor-rule.ts'
import { gptOf, maxOutputOf } from './gpt.ts'

const guide = 'https://developers.openai.com/api/docs/guides/latest-model'

/** The effort that a request states, in either format. */
export function askedEffort({ format, body }: Judged): string | undefined {
  return text(format === 'chat' ? body['reasoning_effort'] : object(body['reasoning'])['effort'])
}

/** The rules about sampling settings that reasoning models refuse, and about the ranges of all. */
export const samplingRules: readonly VendorRule[] = [
  {
    id: 'O1',
    confidence: 'H',
    source: guide,
    holds: takesNoSampling,
    *issues(asked) {
      for (const key of ['temperature', 'top_p'] as const) {
        const value = asked.body[key]
        if (says(value) && value !== 1) yield refused(asked, key, value)
      }
    },
  },
  {
    id: 'O3',
    confidence: 'H',
    source: guide,
    holds: (asked) => asked.format === 'chat' && gptOf(asked)?.reasons === true,
    *issues(asked) {
      for (const key of ['presence_penalty', 'frequency_penalty', 'logit_bias'] as const) {
        const value = asked.body[key]
        if (says(value) && value !== 0) yield unsupported(key)
      }
    },
  },
  {
    id: 'O4',
    confidence: 'H',
    source: guide,
    holds: takesNoSampling,
    *issues({ format, body }) {
      if (body['logprobs'] === true) yield unsupported('logprobs')
      if (says(body['top_logprobs']) && (format === 'chat' || (number(body['top_logprobs']) ?? 0) > 0)) yield unsupported('top_logprobs')
      const include = list(body['include']).indexOf('message.output_text.logprobs')
      if (include !== -1)
        yield {
          path: `/include/${include}`,
          code: 'unsupported_parameter',
          param: 'include',
          message: 'logprobs are not supported with reasoning models.',
        }
    },
  },
  {
    id: 'O5',
    confidence: 'H',
    source: 'FlowiseAI/Flowise#5046, huggingface/smolagents#1662',
    holds: (asked) => asked.format === 'chat' && /^(?:o3|o4-mini|gpt-5(?:-mini|-nano)?(?:-\d{4}.*)?$)/.test(asked.model.id),
    issues: stops,
  },
  {
    id: 'O5-newer',
    confidence: 'M',
    source: 'newer reasoning models behave as those of O5',
    holds: (asked) => asked.format === 'chat' && gptOf(asked)?.reasons === true && (gptOf(asked)?.version ?? 0) > 5,
    issues: stops,
  },
  {
    id: 'O6',
    confidence: 'H',
    source: 'https://platform.openai.com/docs/api-reference/chat/create',
    holds: (asked) => asked.format === 'chat' && gptOf(asked)?.reasons === true,
    *issues({ body }) {
      if (says(body['max_tokens']))
        yield {
          path: '/max_tokens',
          code: 'unsupported_parameter',
          message: "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        }
    },
  },
  {
    id: 'O7',
    confidence: 'H',
    source: 'https://platform.openai.com/docs/models',
    holds: () => true,
    *issues(asked) {
      const gpt = gptOf(asked)
      const limit = gpt && maxOutputOf(gpt)
      for (const key of ['max_output_tokens', 'max_completion_tokens', 'max_tokens'] as const) {
        const value = number(asked.body[key])
        if (value === undefined) continue
        const least = key === 'max_output_tokens' ? 16 : 1
        if (value < least)
          yield {
            path: `/${key}`,
            code: 'integer_below_min_value',
            message: `Invalid '${key}': integer below minimum value. Expected a value >= ${least}, but got ${value} instead.`,
          }
        else if (limit !== undefined && value > limit)
          yield {
            path: `/${key}`,
            code: 'invalid_value',
            message: `${key} is too large: ${value}. This model supports at most ${limit} completion tokens, whereas you provided ${value}.`,
          }
      }
    },
  },
  {
    id: 'O8',
    confidence: 'H',
    source: 'https://platform.openai.com/docs/api-reference/chat/create',
    holds: () => true,
    *issues({ format, body }) {
      const ranges = { temperature: [0, 2], top_p: [0, 1], top_logprobs: [0, 20], presence_penalty: [-2, 2], frequency_penalty: [-2, 2] }
      for (const [key, [least = 0, most = 0]] of Object.entries(ranges)) {
        const value = number(body[key])
        if (value === undefined || (value >= least && value <= most)) continue
        const [word, sign, bound, code] =
          value < least ? ['below minimum', '>=', least, 'below_min'] : ['above maximum', '<=', most, 'above_max']
        yield {
          path: `/${key}`,
          code: `decimal_${code}_value`,
          message: `Invalid '${key}': decimal ${word} value. Expected a value ${sign} ${bound}, but got ${value} instead.`,
        }
      }
      if (format === 'chat' && says(body['top_logprobs']) && body['logprobs'] !== true)
        yield { path: '/top_logprobs', message: "Invalid 'top_logprobs': 'logprobs' must be true to use 'top_logprobs'." }
    },
  },
]

/** True for a reasoning model that takes no sampling, or that takes it only without reasoning. */
function takesNoSampling(asked: Judged): boolean {
  const gpt = gptOf(asked)
  if (gpt === undefined || !gpt.reasons) return false
  const effort = askedEffort(asked)
  if (gpt.version === undefined || gpt.version === 5 || /-pro|-codex/.test(gpt.id)) return true
  return gpt.version >= 6 ? effort !== 'none' : effort !== undefined && effort !== 'none'
}

function refused({ format }: Judged, key: string, value: unknown): Issue {
  if (format === 'responses') return unsupported(key)
  return {
    path: `/${key}`,
    code: 'unsupported_value',
    message: `Unsupported value: '${key}' does not support ${String(value)} with this model. Only the default (1) value is supported.`,
  }
}

function unsupported(key: string): Issue {
  return { path: `/${key}`, code: 'unsupported_parameter', message: `Unsupported parameter: '${key}' is not supported with this model.` }
}

function* stops({ body }: Judged): Generator<Issue> {
  if (says(body['stop'])) yield unsupported('stop')
}
