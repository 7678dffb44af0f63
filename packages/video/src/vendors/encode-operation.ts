import type { Failure, JsonObject } from '@interlingua/core'
import { errorOf } from '../answer/error-of.ts'
import { progressOf } from '../answer/progress-of.ts'
import type { VideoTask } from '../video-task.ts'

/** A video of an operation, as a URL or as bytes in base64. */
export interface OperationVideo {
  readonly uri?: string
  readonly bytes?: string
}

/**
 * Encodes a task as a long-running operation of Google, for `:fetchPredictOperation` where `cloud` is true and for the Gemini API
 * otherwise; both find it by the same name. https://ai.google.dev/gemini-api/docs/video,
 * https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/veo-video-generation
 */
export function encodeOperation(task: VideoTask, videos: readonly OperationVideo[], cloud: boolean): JsonObject {
  // Clients split and join these names at their slashes, so that the model's name must have none. The id alone identifies the task.
  const name = `models/${task.model.replaceAll('/', '-')}/operations/${task.id}`
  const error = errorOf(task)
  if (error) return { name, done: true, error: { code: rpcCode(task.failure, task.state), message: error.message } }
  if (task.state !== 'succeeded') return { name, done: false, metadata: { progressPercent: progressOf(task) } }
  return { name, done: true, response: cloud ? cloudResponse(videos) : geminiResponse(videos) }
}

function cloudResponse(videos: readonly OperationVideo[]): JsonObject {
  return {
    '@type': 'type.googleapis.com/cloud.ai.large_models.vision.GenerateVideoResponse',
    raiMediaFilteredCount: 0,
    videos: videos.map(({ uri, bytes }) => ({
      ...(bytes !== undefined && { bytesBase64Encoded: bytes }),
      ...(bytes === undefined && uri !== undefined && { gcsUri: uri }),
      mimeType: 'video/mp4',
    })),
  }
}

function geminiResponse(videos: readonly OperationVideo[]): JsonObject {
  return {
    '@type': 'type.googleapis.com/google.ai.generativelanguage.v1beta.PredictLongRunningResponse',
    generateVideoResponse: { generatedSamples: videos.map(({ uri = '' }) => ({ video: { uri, mimeType: 'video/mp4' } })) },
  }
}

/** https://github.com/googleapis/googleapis/blob/master/google/rpc/code.proto */
function rpcCode(failure: Failure | undefined, state: VideoTask['state']): number {
  if (state === 'cancelled') return 1
  if (state === 'expired') return 4
  switch (failure?.code) {
    case 'policy':
    case 'invalid-request':
    case 'unprocessable':
    case 'unsupported':
      return 3
    case 'timeout':
      return 4
    case 'rate-limit':
    case 'billing':
      return 8
    case 'overloaded':
      return 14
    default:
      return 13
  }
}
