import type { Pointer } from '@interlingua/core'
import { objects, says, text } from '../read/json.ts'
import { formatBrackets } from '../read/format-path.ts'
import type { Issue, Judged, VendorRule } from '../vendor-rule.ts'

const reference = 'https://platform.openai.com/docs/api-reference/responses/create'

/** The prefix of ids for each kind of item. */
const prefixes: Readonly<Record<string, string>> = {
  message: 'msg',
  function_call: 'fc',
  reasoning: 'rs',
  custom_tool_call: 'ctc',
  local_shell_call: 'lsh',
  web_search_call: 'ws',
  file_search_call: 'fs',
  code_interpreter_call: 'ci',
  image_generation_call: 'ig',
  computer_call: 'cu',
}

/** The rules about the items of a Responses input. */
export const itemRules: readonly VendorRule[] = [
  {
    id: 'O37',
    confidence: 'H',
    source: reference,
    holds: () => true,
    *issues(asked) {
      for (const { at, item, type } of itemsOf(asked)) {
        const id = text(item['id'])
        // The caller's own messages take any id.
        const prefix = type === 'message' && item['role'] !== 'assistant' ? undefined : prefixes[type]
        if (id === undefined) continue
        if (prefix !== undefined && !id.startsWith(prefix))
          yield {
            path: `${at}/id`,
            code: 'invalid_value',
            message: `Invalid '${formatBrackets(at)}.id': '${id}'. Expected an ID that begins with '${prefix}'.`,
          }
        if (id.length > 64)
          yield {
            path: `${at}/id`,
            code: 'string_above_max_length',
            message: `Invalid '${formatBrackets(at)}.id': string too long. Expected a string with maximum length 64, but got a string with length ${id.length} instead.`,
          }
      }
    },
  },
  { id: 'O38', confidence: 'H', source: reference, holds: () => true, issues: outputsWithoutCalls },
  { id: 'O39', confidence: 'H', source: reference, holds: () => true, issues: callsWithoutOutputs },
  {
    id: 'O40',
    confidence: 'H',
    source: reference,
    holds: () => true,
    *issues(asked) {
      for (const { at, item, type } of itemsOf(asked)) {
        if (type === 'function_call' && typeof item['arguments'] !== 'string')
          yield {
            path: `${at}/arguments`,
            code: 'invalid_type',
            message: `Invalid type for '${formatBrackets(at)}.arguments': expected a string, but got an object instead.`,
          }
        if (type === 'reasoning' && !Array.isArray(item['summary']))
          yield {
            path: `${at}/summary`,
            code: 'missing_required_parameter',
            message: `Missing required parameter: '${formatBrackets(at)}.summary'.`,
          }
      }
    },
  },
  {
    id: 'O41',
    confidence: 'H',
    source: reference,
    holds: () => true,
    *issues(asked) {
      const items = itemsOf(asked)
      for (const [i, { at, item, type }] of items.entries()) {
        const next = items[i + 1]
        const made =
          next !== undefined &&
          (next.type.endsWith('_call') || next.type === 'reasoning' || (next.type === 'message' && next.item['role'] === 'assistant'))
        if (type === 'reasoning' && says(item['id']) && !made)
          yield {
            path: at,
            param: 'input',
            message: `Item '${text(item['id']) ?? ''}' of type 'reasoning' was provided without its required following item.`,
          }
      }
    },
  },
  {
    id: 'O42',
    confidence: 'H',
    source: reference,
    holds: ({ body }) => body['store'] === false,
    *issues(asked) {
      for (const { at, item, type } of itemsOf(asked))
        if (type === 'reasoning' && says(item['id']) && !says(item['encrypted_content']))
          yield {
            path: at,
            param: 'input',
            status: 404,
            message: `Item with id '${text(item['id']) ?? ''}' not found. Items are not persisted when \`store\` is set to false. Try again with \`store\` set to true, or remove this item from your input.`,
          }
    },
  },
  {
    id: 'O43',
    confidence: 'H',
    source: reference,
    holds: () => true,
    *issues(asked) {
      for (const { at, item, type } of itemsOf(asked)) {
        if (type !== 'message') continue
        const own = item['role'] === 'assistant'
        for (const [i, part] of objects(item['content'])) {
          const kind = text(part['type']) ?? ''
          if (own ? kind.startsWith('input_') : kind.startsWith('output_') || kind === 'refusal')
            yield {
              path: `${at}/content/${i}/type`,
              code: 'invalid_value',
              message: `Invalid value: '${kind}'. Supported values are: ${own ? "'output_text' and 'refusal'" : "'input_text', 'input_image', and 'input_file'"}.`,
            }
        }
      }
    },
  },
  {
    id: 'O44',
    confidence: 'H',
    source: reference,
    holds: () => true,
    *issues({ body }) {
      if (body['background'] === true && body['store'] === false)
        yield { path: '/background', code: 'invalid_value', message: "'background' mode requires 'store' to be true." }
      if (says(body['previous_response_id']) && says(body['conversation']))
        yield {
          path: '/conversation',
          code: 'mutually_exclusive_parameters',
          message: "Mutually exclusive parameters: 'conversation' and 'previous_response_id'. Ensure you are only providing one.",
        }
    },
  },
  {
    id: 'O46',
    confidence: 'M',
    source: reference,
    holds: () => true,
    *issues({ body }) {
      const { input } = body
      const goesOn = ['previous_response_id', 'conversation', 'prompt'].some((key) => says(body[key]))
      if (!goesOn && (input === undefined || input === null || (Array.isArray(input) && input.length === 0)))
        yield { path: '/input', code: 'missing_required_parameter', message: "Missing required parameter: 'input'." }
    },
  },
]

function itemsOf({ body }: Judged) {
  return objects(body['input']).map(([i, item]) => ({
    at: `/input/${i}` as Pointer,
    item,
    type: text(item['type']) ?? (says(item['role']) ? 'message' : ''),
  }))
}

/** The output and the vendor's name of each kind of call. */
const outputs: Readonly<Record<string, readonly [string, string]>> = {
  function_call: ['function_call_output', 'function call'],
  custom_tool_call: ['custom_tool_call_output', 'custom tool call'],
  shell_call: ['shell_call_output', 'shell call'],
  apply_patch_call: ['apply_patch_call_output', 'apply patch call'],
  computer_call: ['computer_call_output', 'computer call'],
}

function* outputsWithoutCalls(asked: Judged): Generator<Issue> {
  const called = new Set<string>()
  const goesOn = says(asked.body['previous_response_id']) || says(asked.body['conversation'])
  for (const { at, item, type } of itemsOf(asked)) {
    const id = text(item['call_id'])
    if (id === undefined) continue
    if (id.length > 64)
      yield {
        path: `${at}/call_id`,
        code: 'string_above_max_length',
        message: `Invalid '${formatBrackets(at)}.call_id': string too long. Expected a string with maximum length 64, but got a string with length ${id.length} instead.`,
      }
    const call = outputs[type]
    if (call) called.add(`${call[0]} ${id}`)
    const answers = Object.values(outputs).find(([output]) => output === type)
    if (answers && !goesOn && !called.has(`${type} ${id}`))
      yield { path: at, param: 'input', message: `No tool call found for ${answers[1]} output with call_id ${id}.` }
  }
}

function* callsWithoutOutputs(asked: Judged): Generator<Issue> {
  const open = new Map<string, readonly [Pointer, string]>()
  for (const { at, item, type } of itemsOf(asked)) {
    const id = text(item['call_id'])
    if (id === undefined) continue
    const call = outputs[type]
    if (call && item['async'] !== true) open.set(`${call[0]} ${id}`, [at, `No tool output found for ${call[1]} ${id}.`])
    else open.delete(`${type} ${id}`)
  }
  for (const [path, message] of open.values()) yield { path, param: 'input', message }
}
