import type { JsonObject } from '@interlingua/core'
import type { CoverageGroup } from './coverage-group.ts'

const caller = { type: 'code_execution_20260120', tool_id: 'srvtoolu_9' }
const citation = {
  type: 'char_location',
  cited_text: 'It is.',
  document_index: 0,
  document_title: 'A',
  start_char_index: 0,
  end_char_index: 6,
}

const answer: JsonObject = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-sonnet-4-5',
  content: [{ type: 'text', text: 'Hi.' }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 10, output_tokens: 5 },
}

/** Optional fields of a Messages response. */
export const messagesAnswerCoverage: readonly CoverageGroup[] = [
  {
    of: 'BetaMessage',
    base: answer,
    at: '',
    required: ['id', 'type', 'role', 'model', 'content', 'usage', 'stop_sequence'],
    fields: {
      container: { id: 'container_1', expires_at: '2026-01-01T00:00:00Z' },
      context_management: { applied_edits: [{ type: 'clear_tool_uses_20250919' }] },
      diagnostics: { cache_miss_reason: { type: 'unavailable' } },
      stop_details: { type: 'refusal', category: 'cyber', explanation: 'No.' },
      stop_reason: 'max_tokens',
      input_transformations: [{ type: 'thinking_dropped', path: 'messages.1', reason: 'model_binding_mismatch' }],
    },
  },
  { base: { ...answer, stop_reason: 'stop_sequence' }, at: '', required: [], fields: { stop_sequence: 'END' } },
  {
    of: 'BetaUsage',
    base: answer,
    at: '/usage',
    required: ['input_tokens', 'output_tokens'],
    fields: {
      cache_creation: { ephemeral_5m_input_tokens: 1, ephemeral_1h_input_tokens: 2 },
      cache_creation_input_tokens: 3,
      cache_read_input_tokens: 4,
      fallback_credit: { tokens: 1 },
      inference_geo: 'us',
      iterations: [{ type: 'compaction', input_tokens: 1, output_tokens: 1 }],
      output_tokens_details: { thinking_tokens: 2 },
      server_tool_use: { web_search_requests: 1, web_fetch_requests: 0 },
      service_tier: 'priority',
      speed: 'fast',
    },
  },
  { base: answer, at: '/content/0', required: [], fields: { citations: [{ ...citation, file_id: null }] } },
  {
    base: { ...answer, content: [{ type: 'tool_use', id: 'toolu_1', name: 'f', input: {} }], stop_reason: 'tool_use' },
    at: '/content/0',
    required: [],
    fields: { caller, toolset_name: 'browser' },
  },
  {
    base: { ...answer, content: [{ type: 'thinking', thinking: 'Hm.', signature: '' }] },
    at: '/content/0',
    required: [],
    fields: { signature: 'c2ln' },
  },
]
