import { list, object, objects, says } from '../read/json.ts'
import { ownTools } from '../read/tools.ts'
import type { Issue, Judged, VendorRule } from '../vendor-rule.ts'
import { effortsOf, gptOf } from './gpt.ts'
import { askedEffort } from './sampling.ts'

const reasoning = 'https://developers.openai.com/api/docs/guides/reasoning'
const checklist = 'https://developers.openai.com/api/docs/guides/deployment-checklist'

/** The rules about reasoning for OpenAI's models, about its summary, and about combinations. */
export const effortRules: readonly VendorRule[] = [
  {
    id: 'O9',
    confidence: 'H',
    source: reasoning,
    holds: (asked) => gptOf(asked) !== undefined && !/6\.1-terra/.test(asked.model.id),
    issues: wrongEffort,
  },
  {
    id: 'O9-terra',
    confidence: 'L',
    source: 'inferred from gpt-6.1-sol',
    holds: (asked) => asked.model.id.startsWith('gpt-6.1-terra'),
    issues: wrongEffort,
  },
  {
    id: 'O10',
    confidence: 'H',
    source: reasoning,
    holds: (asked) => asked.format === 'chat' && /^gpt-(?:5\.[456]|6-sol|6-luna)/.test(asked.model.id),
    *issues(asked) {
      const effort = askedEffort(asked)
      if (effort === undefined || effort === 'none' || ownTools(asked).length === 0) return
      yield {
        path: '/reasoning_effort',
        message: `Function tools with reasoning_effort are not supported for ${asked.model.id} in /v1/chat/completions. Please use /v1/responses instead.`,
      }
    },
  },
  {
    id: 'O10-default',
    confidence: 'L',
    source: 'the default effort of the newest models, not documented for each',
    holds: (asked) => asked.format === 'chat' && /^gpt-(?:5\.6|6-sol|6-luna)/.test(asked.model.id),
    *issues(asked) {
      if (askedEffort(asked) !== undefined || ownTools(asked).length === 0) return
      yield {
        path: '/tools',
        message: `Function tools with reasoning_effort are not supported for ${asked.model.id} in /v1/chat/completions. Please use /v1/responses instead.`,
      }
    },
  },
  {
    id: 'O11',
    confidence: 'H',
    source: checklist,
    holds: (asked) => asked.format === 'chat' && /^gpt-(?:6-astra|6\.1-sol)/.test(asked.model.id),
    issues: noTools,
  },
  {
    id: 'O11-terra',
    confidence: 'L',
    source: 'inferred from gpt-6.1-sol',
    holds: (asked) => asked.format === 'chat' && asked.model.id.startsWith('gpt-6.1-terra'),
    issues: noTools,
  },
  {
    id: 'O12',
    confidence: 'H',
    source: 'https://platform.openai.com/docs/api-reference/chat/create',
    holds: (asked) => (gptOf(asked)?.version ?? 5) < 5,
    *issues({ format, body, model }) {
      const verbosity = format === 'chat' ? body['verbosity'] : object(body['text'])['verbosity']
      if (says(verbosity) && verbosity !== 'medium')
        yield {
          path: format === 'chat' ? '/verbosity' : '/text/verbosity',
          code: 'unsupported_value',
          message: `Unsupported value: '${String(verbosity)}' is not supported with the '${model.id}' model. Supported values are: 'medium'.`,
        }
    },
  },
  {
    id: 'O13',
    confidence: 'H',
    source: reasoning,
    holds: (asked) => asked.format === 'responses' && ((gptOf(asked)?.version ?? 5) < 5 || /^gpt-5.*-chat/.test(asked.model.id)),
    *issues({ body }) {
      for (const key of ['effort', 'summary', 'generate_summary'] as const)
        if (says(object(body['reasoning'])[key]))
          yield {
            path: `/reasoning/${key}`,
            code: 'unsupported_parameter',
            message: `Unsupported parameter: 'reasoning.${key}' is not supported with this model.`,
          }
      const include = list(body['include']).indexOf('reasoning.encrypted_content')
      if (include !== -1)
        yield { path: `/include/${include}`, param: 'include', message: 'Encrypted content is not supported with this model.' }
    },
  },
  {
    id: 'O14',
    confidence: 'L',
    source: 'depends on the account: an unverified organisation',
    holds: (asked) => asked.format === 'responses' && gptOf(asked)?.reasons === true,
    *issues({ body }) {
      if (says(object(body['reasoning'])['summary']))
        yield {
          path: '/reasoning/summary',
          code: 'unsupported_value',
          message:
            'Your organization must be verified to generate reasoning summaries. Please go to: https://platform.openai.com/settings/organization/general and click on Verify Organization.',
        }
    },
  },
  {
    id: 'O15',
    confidence: 'M',
    source: 'openai 7.57, comments of its types',
    holds: (asked) =>
      asked.format === 'responses' && gptOf(asked) !== undefined && ((gptOf(asked)?.version ?? 0) < 6 || /-pro/.test(asked.model.id)),
    *issues({ body }) {
      for (const [i, item] of objects(body['input']))
        if (item['type'] === 'configuration_update')
          yield {
            path: `/input/${i}`,
            code: 'invalid_value',
            message: "Input items of type 'configuration_update' are not supported with this model.",
          }
    },
  },
]

function* wrongEffort(asked: Judged): Generator<Issue> {
  const gpt = gptOf(asked)
  const efforts = gpt && effortsOf(gpt)
  const effort = askedEffort(asked)
  if (efforts === undefined || effort === undefined || efforts.includes(effort)) return
  const [path, param]: readonly ['/reasoning_effort' | '/reasoning/effort', string] =
    asked.format === 'chat' ? ['/reasoning_effort', 'reasoning_effort'] : ['/reasoning/effort', 'reasoning.effort']
  yield efforts.length === 0
    ? { path, code: 'unsupported_parameter', message: `Unsupported parameter: '${param}' is not supported with this model.` }
    : {
        path,
        code: 'unsupported_value',
        message: `Unsupported value: '${effort}' is not supported with the '${asked.model.id}' model. Supported values are: ${efforts.map((word) => `'${word}'`).join(', ')}.`,
      }
}

function* noTools(asked: Judged): Generator<Issue> {
  if (list(asked.body['tools']).length > 0)
    yield {
      path: '/tools',
      message: `Function tools are not supported for ${asked.model.id} in /v1/chat/completions. Please use /v1/responses instead.`,
    }
}
