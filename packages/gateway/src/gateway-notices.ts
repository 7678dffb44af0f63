import type { NoticeEntry } from '@interlingua/core'
import { notice as cachedContent } from './cached-contents/cached-content.ts'
import { notice as serveEmbed } from './embeddings/serve-embed.ts'
import { notice as explainRequest } from './generate/explain-request.ts'
import { notice as fitLearned } from './generate/fit-learned.ts'
import { notice as imageAttempt } from './images/image-attempt.ts'
import { notice as keepAnswer } from './reply/keep-answer.ts'
import { notice as cacheKey } from './translation/cache-key.ts'
import { notice as requestDefaults } from './translation/request-defaults.ts'
import { notice as translation } from './translation/translation.ts'
import { notice as video } from './video/failures.ts'

/** Meaning of the notices that the gateway itself gives, beside those of formats, by code without `gateway/`. */
export const gatewayNotices: Readonly<Record<string, NoticeEntry>> = Object.fromEntries(
  [requestDefaults, cacheKey, translation, imageAttempt, keepAnswer, cachedContent, explainRequest, fitLearned, video, serveEmbed].flatMap(
    ({ table }) => Object.entries<NoticeEntry>(table),
  ),
)
