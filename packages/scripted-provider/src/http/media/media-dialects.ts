import { dashscopeCancel, dashscopeTasks } from './dashscope-tasks.ts'
import { dashscope } from './dashscope.ts'
import { googlePredict } from './google-predict.ts'
import { arkImages } from './ark-images.ts'
import type { MediaDialect } from './media-dialect.ts'
import { nativeEmbeddings } from './native-embeddings.ts'
import { openaiEmbeddings } from './openai-embeddings.ts'
import { openaiImages } from './openai-images.ts'
import { videoDialects } from '../videos/video-dialects.ts'

/** The dialects of embeddings, images and videos. */
export const mediaDialects: readonly MediaDialect[] = [
  openaiEmbeddings,
  nativeEmbeddings,
  googlePredict,
  openaiImages,
  arkImages,
  dashscope,
  dashscopeTasks,
  dashscopeCancel,
  ...videoDialects,
]
