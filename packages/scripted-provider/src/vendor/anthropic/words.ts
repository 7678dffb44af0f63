import type { Json, Pointer } from '@interlingua/core'
import { object, objects, text } from '../read/json.ts'
import { formatDots } from '../read/format-path.ts'
import type { Issue, Judged, VendorRule } from '../vendor-rule.ts'
import { blocksOf } from './calls.ts'

const blocks =
  'advisor_tool_result bash_code_execution_tool_result code_execution_tool_result compaction container_upload document fallback image mcp_tool_listing mcp_tool_result mcp_tool_use redacted_thinking search_result server_tool_use text text_editor_code_execution_tool_result thinking tool_addition tool_reference tool_removal tool_result tool_search_tool_result tool_use web_fetch_tool_result web_search_tool_result'.split(
    ' ',
  )

/** The rules about the words that a field takes. */
export const wordRules: readonly VendorRule[] = [
  {
    id: 'A44',
    confidence: 'H',
    source: '@anthropic-ai/sdk 1.12, types',
    holds: () => true,
    *issues(asked) {
      const { body } = asked
      for (const [i, { role }] of objects(body['messages'])) yield* literal(role, ['user', 'assistant', 'system'], `/messages/${i}/role`)
      yield* tag(body['thinking'], ['adaptive', 'between_tools', 'disabled', 'enabled'], '/thinking')
      // The word `updates` belongs to a beta that Claude Code enables by a header.
      yield* literal(object(body['thinking'])['display'], ['summarized', 'omitted', 'updates'], '/thinking/display')
      yield* tag(body['tool_choice'], ['any', 'auto', 'none', 'tool'], '/tool_choice')
      const config = object(body['output_config'])
      yield* literal(config['effort'], ['low', 'medium', 'high', 'xhigh', 'max'], '/output_config/effort')
      yield* literal(object(config['format'])['type'], ['json_schema'], '/output_config/format/type')
      yield* literal(body['service_tier'], ['auto', 'standard_only'], '/service_tier')
      for (const [i, block] of objects(body['system'])) {
        yield* literal(block['type'], ['text'], `/system/${i}/type`)
        yield* mark(block['cache_control'], `/system/${i}/cache_control`)
      }
      for (const [i, tool] of objects(body['tools'])) {
        yield* mark(tool['cache_control'], `/tools/${i}/cache_control`)
        if (text(tool['type'])?.startsWith('web_search_') === true) yield* literal(tool['name'], ['web_search'], `/tools/${i}/name`)
      }
      yield* blockWords(asked)
    },
  },
]

function* blockWords(asked: Judged): Generator<Issue> {
  for (const { at, block } of blocksOf(asked)) {
    yield* tag(block, blocks, at)
    yield* mark(block['cache_control'], `${at}/cache_control`)
  }
}

function* mark(value: Json | undefined, at: Pointer): Generator<Issue> {
  yield* literal(object(value)['type'], ['ephemeral'], `${at}/type`)
  yield* literal(object(value)['ttl'], ['5m', '1h'], `${at}/ttl`)
}

/** Reports an unknown word of a field in the wording of the vendor's validator. */
function* literal(value: Json | undefined, known: readonly string[], path: Pointer): Generator<Issue> {
  const word = text(value)
  if (word === undefined || known.includes(word)) return
  const quoted = known.map((each) => `'${each}'`)
  const listed = quoted.length === 1 ? quoted[0] : `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`
  yield { path, message: `${formatDots(path)}: Input should be ${listed}` }
}

/** Reports an unknown `type` of an object in the wording of the vendor's validator. */
function* tag(value: Json | undefined, known: readonly string[], at: Pointer): Generator<Issue> {
  const word = text(object(value)['type'])
  if (word === undefined || known.includes(word)) return
  const listed = known.map((each) => `'${each}'`).join(', ')
  yield {
    path: `${at}/type`,
    message: `${formatDots(at)}: Input tag '${word}' found using 'type' does not match any of the expected tags: ${listed}`,
  }
}
