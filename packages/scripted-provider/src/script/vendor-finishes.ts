import type { FinishReason, Format } from '@interlingua/core'

/** The canonical meaning of each vendor's words for finish reasons. */
export const vendorFinishes: Readonly<Record<Format, Readonly<Record<string, FinishReason>>>> = {
  messages: {
    end_turn: 'stop',
    stop_sequence: 'stop-sequence',
    max_tokens: 'length',
    tool_use: 'tool-calls',
    pause_turn: 'pause',
    compaction: 'compaction',
    model_context_window_exceeded: 'context-window',
  },
  chat: { stop: 'stop', length: 'length', tool_calls: 'tool-calls', content_filter: 'content-filter', function_call: 'tool-calls' },
  responses: {
    completed: 'stop',
    max_output_tokens: 'length',
    max_messages: 'length',
    content_filter: 'content-filter',
    steered: 'interrupted',
  },
  contents: {
    STOP: 'stop',
    MAX_TOKENS: 'length',
    SAFETY: 'content-filter',
    RECITATION: 'recitation',
    LANGUAGE: 'other',
    OTHER: 'other',
    BLOCKLIST: 'content-filter',
    PROHIBITED_CONTENT: 'content-filter',
    SPII: 'content-filter',
    MALFORMED_FUNCTION_CALL: 'malformed-tool-call',
    UNEXPECTED_TOOL_CALL: 'malformed-tool-call',
    TOO_MANY_TOOL_CALLS: 'malformed-tool-call',
    IMAGE_SAFETY: 'content-filter',
    IMAGE_PROHIBITED_CONTENT: 'content-filter',
    IMAGE_RECITATION: 'recitation',
    IMAGE_OTHER: 'other',
    NO_IMAGE: 'other',
    CONTINUATION: 'continuation',
    MALFORMED_RESPONSE: 'other',
    FINISH_REASON_UNSPECIFIED: 'other',
  },
}
