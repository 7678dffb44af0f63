import type { JsonObject, Pointer } from '@interlingua/core'
import { object, objects, text } from '../read/json.ts'
import { formatDots } from '../read/format-path.ts'
import { unknownKeys } from '../read/unknown-keys.ts'
import type { Judged, VendorRule } from '../vendor-rule.ts'
import { blocksOf } from './calls.ts'

const request =
  'model messages max_tokens system metadata stop_sequences stream temperature top_p top_k tools tool_choice thinking output_config output_format service_tier container context_management mcp_servers cache_control inference_geo speed betas billing_policy compaction diagnostics fallback_credit_token fallbacks thread user_profile_id workspace_id anthropic_version anthropic_beta'
const marked = 'type cache_control'

/** The known keys of each type of block. */
const blocks: Readonly<Record<string, string>> = {
  text: `${marked} text citations`,
  image: `${marked} source transformations`,
  document: `${marked} source title context citations`,
  search_result: `${marked} source title content citations`,
  thinking: 'type thinking signature',
  redacted_thinking: 'type data',
  tool_use: `${marked} id name input caller toolset_name`,
  tool_result: `${marked} tool_use_id content is_error toolset_name`,
}

const thinkings: Readonly<Record<string, string>> = {
  enabled: 'type budget_tokens display block_binding',
  adaptive: 'type display block_binding',
  disabled: 'type',
}

/** The rules about unknown fields, at any depth. */
export const fieldRules: readonly VendorRule[] = [
  {
    id: 'A30',
    confidence: 'H',
    source: '@anthropic-ai/sdk 1.12, types',
    holds: () => true,
    *issues(asked) {
      for (const [path] of unknownIn(asked)) yield { path, message: `${formatDots(path)}: Extra inputs are not permitted` }
    },
  },
]

function* unknownIn(asked: Judged): Generator<readonly [Pointer, string]> {
  const { body } = asked
  yield* unknownKeys(body, request, '')
  yield* unknownKeys(object(body['metadata']), 'user_id', '/metadata')
  yield* unknownKeys(object(body['output_config']), 'effort format task_budget', '/output_config')
  yield* unknownKeys(object(object(body['output_config'])['format']), 'type schema', '/output_config/format')
  const thinking = object(body['thinking'])
  yield* typed(thinking, thinkings, '/thinking')
  yield* unknownKeys(object(body['tool_choice']), 'type name disable_parallel_tool_use', '/tool_choice')
  for (const [i, tool] of objects(body['tools']))
    if (tool['type'] === undefined || tool['type'] === 'custom')
      yield* unknownKeys(
        tool,
        'type name description input_schema cache_control strict defer_loading allowed_callers eager_input_streaming input_examples',
        `/tools/${i}`,
      )
  for (const [i, message] of objects(body['messages'])) yield* unknownKeys(message, 'role content output_config id', `/messages/${i}`)
  for (const [i, block] of objects(body['system'])) yield* typed(block, blocks, `/system/${i}`)
  for (const { at, block } of blocksOf(asked)) yield* typed(block, blocks, at)
}

function typed(found: JsonObject, known: Readonly<Record<string, string>>, at: Pointer): readonly (readonly [Pointer, string])[] {
  const keys = known[text(found['type']) ?? '']
  return keys === undefined ? [] : unknownKeys(found, keys, at)
}
