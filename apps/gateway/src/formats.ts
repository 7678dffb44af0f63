import { chat } from '@interlingua/chat/edge'
import { contents } from '@interlingua/contents/edge'
import type { FormatEdge } from '@interlingua/core/edge'
import { messages } from '@interlingua/messages/edge'
import { responses } from '@interlingua/responses/edge'

/** The text formats that this program serves and calls. Of several of one vendor, the first is that in which what belongs to none is answered. */
export const formats: readonly FormatEdge[] = [messages, chat, responses, contents]
