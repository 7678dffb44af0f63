import { number, object, objects, says } from '../read/json.ts'
import type { Issue, VendorRule } from '../vendor-rule.ts'
import { geminiOf, isMediaModel } from './gemini.ts'

const reference = 'https://ai.google.dev/api/generate-content'
const config = '/generationConfig'

/** The rules about options that some Gemini models lack. */
export const optionRules: readonly VendorRule[] = [
  {
    id: 'G7',
    confidence: 'H',
    source: reference,
    holds: (asked) => (geminiOf(asked)?.version ?? 0) >= 2.5,
    *issues({ body }) {
      for (const key of ['presencePenalty', 'frequencyPenalty'] as const)
        if (says(object(body['generationConfig'])[key]))
          yield { path: `${config}/${key}`, message: 'Penalty is not enabled for this model' }
    },
  },
  {
    id: 'G8',
    confidence: 'H',
    source: reference,
    holds: (asked) => asked.vendor === 'google' && (geminiOf(asked)?.version ?? 0) >= 2.5,
    *issues({ body }) {
      const { responseLogprobs, logprobs } = object(body['generationConfig'])
      if (responseLogprobs === true || says(logprobs))
        yield {
          path: `${config}/${responseLogprobs === true ? 'responseLogprobs' : 'logprobs'}`,
          message: 'Logprobs is not enabled for this model',
        }
    },
  },
  {
    id: 'G9',
    confidence: 'M',
    source: reference,
    holds: (asked) => (geminiOf(asked)?.version ?? 0) >= 3,
    *issues({ body }) {
      if ((number(object(body['generationConfig'])['candidateCount']) ?? 1) > 1)
        yield { path: `${config}/candidateCount`, message: 'Multiple candidates is not enabled for this model' }
    },
  },
  {
    id: 'G11',
    confidence: 'H',
    source: 'https://ai.google.dev/gemini-api/docs/models',
    holds: () => true,
    *issues(asked): Generator<Issue> {
      const { seed, maxOutputTokens } = object(asked.body['generationConfig'])
      const most = maxOutput(asked.model.id)
      if (most !== undefined && (number(maxOutputTokens) ?? 0) > most)
        yield {
          path: `${config}/maxOutputTokens`,
          message: `Unable to submit request because it has a maxOutputTokens value of ${String(maxOutputTokens)} but the supported range is from 1 (inclusive) to ${most + 1} (exclusive). Update the value and try again.`,
        }
      if (Math.abs(number(seed) ?? 0) > 2_147_483_647)
        yield { path: `${config}/seed`, message: `Invalid value at 'generation_config.seed' (TYPE_INT32), ${String(seed)}` }
    },
  },
  {
    id: 'G22',
    confidence: 'H',
    source: 'googleapis/python-genai#867, symfony/ai#1777',
    holds: (asked) => (geminiOf(asked)?.version ?? 3) < 3,
    *issues({ body }) {
      const functions = objects(body['tools']).some(([, tool]) => objects(tool['functionDeclarations']).length > 0)
      if (functions && object(body['generationConfig'])['responseMimeType'] === 'application/json')
        yield {
          path: `${config}/responseMimeType`,
          message: "Function calling with a response mime type: 'application/json' is unsupported",
        }
    },
  },
  {
    id: 'G33',
    confidence: 'M',
    source: reference,
    holds: () => true,
    *issues({ vendor, body }) {
      const key = vendor === 'vertex' ? 'store' : 'labels'
      if (says(body[key])) yield { path: `/${key}`, message: `Invalid JSON payload received. Unknown name "${key}": Cannot find field.` }
    },
  },
  {
    id: 'G34',
    confidence: 'H',
    source: 'https://ai.google.dev/gemma/docs/core/gemma_on_gemini_api',
    holds: (asked) => asked.model.family === 'gemma' || (/^gemini-2\.0-.*image/.test(asked.model.id) && isMediaModel(asked)),
    *issues({ body, model }) {
      if (says(body['systemInstruction']))
        yield { path: '/systemInstruction', message: `Developer instruction is not enabled for models/${model.id}` }
    },
  },
]

function maxOutput(id: string): number | undefined {
  if (/^gemini-(?:2\.5|[3-9])/.test(id) && !/image|tts/.test(id)) return 65_536
  return /^gemini-(?:2\.0|1\.5)/.test(id) && !/thinking/.test(id) ? 8192 : undefined
}
