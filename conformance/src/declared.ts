import { notice as chat } from '@interlingua/chat'
import type { NoticeEntry } from '@interlingua/core'
import { notice as messages } from '@interlingua/messages'

/** The tables of every package of the suite that gives notices. */
export const declared: readonly { readonly owner: string; readonly table: Readonly<Record<string, NoticeEntry>> }[] = [chat, messages]
