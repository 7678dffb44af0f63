import { notice as chat } from '@interlingua/chat'
import { notice as contents } from '@interlingua/contents'
import type { NoticeEntry } from '@interlingua/core'
import { notice as messages } from '@interlingua/messages'
import { notice as responses } from '@interlingua/responses'

/** The tables of every package of the suite that gives notices. */
export const declared: readonly { readonly owner: string; readonly table: Readonly<Record<string, NoticeEntry>> }[] = [
  chat,
  messages,
  responses,
  contents,
]
