import type { MediaDialect } from '../media/media-dialect.ts'
import { arkVideoDelete, arkVideoList, arkVideoTask } from './ark-video-tasks.ts'
import { arkVideo } from './ark-video.ts'

import { azureVideoContent, azureVideoDelete, azureVideoJob, azureVideoJobs, azureVideoList } from './azure-video-jobs.ts'
import { gatewayVideo, gatewayVideoDownload, gatewayVideoTask } from './gateway-video.ts'
import { geminiVeo, geminiVeoFile, geminiVeoOperation } from './gemini-veo.ts'
import { openaiVideoChanges } from './openai-video-changes.ts'
import { openaiVideoContent } from './openai-video-content.ts'
import { openaiVideo, openaiVideoDelete, openaiVideoList } from './openai-video-tasks.ts'
import { openaiVideos } from './openai-videos.ts'
import { vertexVeo, vertexVeoOperation } from './vertex-veo.ts'

/** The dialects of videos, one for each path. */
export const videoDialects: readonly MediaDialect[] = [
  openaiVideos,
  openaiVideoList,
  openaiVideo,
  openaiVideoDelete,
  openaiVideoContent,
  openaiVideoChanges,
  azureVideoJobs,
  azureVideoJob,
  azureVideoList,
  azureVideoDelete,
  azureVideoContent,
  geminiVeo,
  geminiVeoOperation,
  geminiVeoFile,
  vertexVeo,
  vertexVeoOperation,
  arkVideo,
  arkVideoTask,
  arkVideoList,
  arkVideoDelete,
  gatewayVideo,
  gatewayVideoTask,
  gatewayVideoDownload,
]
