import type { MediaDialect } from '../media/media-dialect.ts'
import { arkVideoDelete, arkVideoList, arkVideoTask } from './ark-video-tasks.ts'
import { arkVideo } from './ark-video.ts'

import { openaiVideoChanges } from './openai-video-changes.ts'
import { openaiVideoContent } from './openai-video-content.ts'
import { openaiVideo, openaiVideoDelete, openaiVideoList } from './openai-video-tasks.ts'
import { openaiVideos } from './openai-videos.ts'

/** Every dialect of videos, path by path. */
export const videoDialects: readonly MediaDialect[] = [
  openaiVideos,
  openaiVideoList,
  openaiVideo,
  openaiVideoDelete,
  openaiVideoContent,
  openaiVideoChanges,
  arkVideo,
  arkVideoTask,
  arkVideoList,
  arkVideoDelete,
]
