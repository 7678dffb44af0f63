import { invoke, rawPredict } from '@interlingua/cloud'
import { chat } from '@interlingua/chat/edge'
import { contents } from '@interlingua/contents/edge'
import { converse } from '@interlingua/converse/edge'
import type { FormatEdge } from '@interlingua/core/edge'
import { interactions } from '@interlingua/interactions/edge'
import { messages } from '@interlingua/messages/edge'
import { responses } from '@interlingua/responses/edge'

/** Text formats that this program serves and calls. The first of a vendor words the answers that belong to no format. */
export const formats: readonly FormatEdge[] = [messages, chat, responses, contents, interactions, invoke, rawPredict, converse]
