import type { PartBorders } from '@interlingua/testkit'

/** Borders of parts in the formats that have one part open at a time; frames of the others begin and end nothing. */
export const partBorders = {
  // https://platform.claude.com/docs/en/build-with-claude/streaming
  messages: { begins: 'content_block_start', ends: 'content_block_stop', number: 'index', last: ['message_delta', 'message_stop'] },
  // https://platform.openai.com/docs/api-reference/responses-streaming
  responses: {
    begins: 'response.output_item.added',
    ends: 'response.output_item.done',
    number: 'output_index',
    last: ['response.completed', 'response.incomplete'],
  },
} as const satisfies Readonly<Record<string, PartBorders>>
