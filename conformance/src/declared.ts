import { notice as chat } from '@interlingua/chat'
import { notice as contents } from '@interlingua/contents'
import type { NoticeEntry } from '@interlingua/core'
import { notice as embeddings } from '@interlingua/embeddings'
import { notice as images } from '@interlingua/images'
import { notice as messages } from '@interlingua/messages'
import { notice as models } from '@interlingua/models'
import { notice as responses } from '@interlingua/responses'
import { notice as video } from '@interlingua/video'

interface Inventory {
  readonly owner: string
  readonly table: Readonly<Record<string, NoticeEntry>>
}

/** Notice tables of the four text formats. */
export const declared: readonly Inventory[] = [chat, messages, responses, contents]

/** Notice tables of all packages that give notices. */
export const allDeclared: readonly Inventory[] = [...declared, embeddings, images, video, models]
