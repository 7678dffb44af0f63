import type { NoticeEntry } from '@interlingua/core'
import { notice as embeddings } from '@interlingua/embeddings'
import { notice as images } from '@interlingua/images'
import { notice as models } from '@interlingua/models'
import { notice as video } from '@interlingua/video'
import { gatewayNotices } from './gateway-notices.ts'

/** Meaning of notices that belong to no text format, by the first part of their codes, then by the rest. */
export const noticeTables: Readonly<Record<string, Readonly<Record<string, NoticeEntry>>>> = {
  gateway: gatewayNotices,
  embeddings: embeddings.table,
  images: images.table,
  models: models.table,
  video: video.table,
}
