import { formatChat } from './format-chat.ts'
import { formatContents } from './format-contents.ts'
import type { FormatId } from './format-id.ts'
import { formatMessages } from './format-messages.ts'
import { formatResponses } from './format-responses.ts'
import type { SuiteFormat } from './suite-format.ts'

/** Formats that the suite runs over. */
const running: Partial<Record<FormatId, SuiteFormat>> = {
  messages: formatMessages,
  chat: formatChat,
  responses: formatResponses,
  contents: formatContents,
}

export const formatIds = Object.keys(running) as readonly FormatId[] // the keys of the record above

// cast: ids come from the list of formats
export const formats = running as Readonly<Record<FormatId, SuiteFormat>>
