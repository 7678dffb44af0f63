import { chat } from '@interlingua/chat'
import type { GenerateAdapter } from '@interlingua/core'
import { messages } from '@interlingua/messages'
import type { Dialect } from './agent-request.ts'

export const adapters: Readonly<Record<Dialect, GenerateAdapter>> = { messages, chat }
