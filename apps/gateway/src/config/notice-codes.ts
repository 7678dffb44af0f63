import { standardNotices } from '@interlingua/core'
import { notice as embeddings } from '@interlingua/embeddings'
import { notice as images } from '@interlingua/images'
import { notice as models } from '@interlingua/models'
import { notice as video } from '@interlingua/video'
import { formats } from '../formats.ts'

const tables = [embeddings, images, video, models]

const codes: ReadonlySet<string> = new Set([
  ...Object.keys(standardNotices).map((code) => `any/${code}`),
  ...formats.flatMap(({ describe }) => describe.notices),
  ...tables.flatMap(({ owner, table }) => Object.keys(table).map((code) => `${owner}/${code}`)),
])

/** Whether a code names a notice that can be given: `chat/top-k`, `any/top-k`, or one of the gateway's own. */
export function isNoticeCode(code: string): boolean {
  return codes.has(code) || code.startsWith('gateway/')
}
