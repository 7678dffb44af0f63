import { chat } from '@interlingua/chat'
import { contents } from '@interlingua/contents'
import { converse } from '@interlingua/converse'
import type { GenerateAdapter } from '@interlingua/core'
import { interactions } from '@interlingua/interactions'
import { messages } from '@interlingua/messages'
import { responses } from '@interlingua/responses'
import type { DialectId } from './dialect-id.ts'

export const adapters: Readonly<Record<DialectId, GenerateAdapter>> = { messages, chat, responses, contents, interactions, converse }
