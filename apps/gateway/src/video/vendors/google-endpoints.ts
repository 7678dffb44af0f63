import { geminiVeo } from '@interlingua/video'
import { doors } from '../../doors/doors.ts'
import type { Endpoint } from '../../endpoint.ts'
import { withBody } from '../../requests/with-body.ts'
import { fetchOperation, getOperation, predictLongRunning } from './serve-operations.ts'

const native = { door: doors.contents, dialect: geminiVeo.format, access: 'key', metered: false } as const

/** The tasks of videos as long-running operations, as Google's clients ask for them. https://ai.google.dev/gemini-api/docs/video */
export const operationEndpointsOfVideos: readonly Endpoint[] = ['/v1beta', '/v1'].map((version) => ({
  ...native,
  method: 'GET',
  path: `${version}/models/{model}/operations/{operation}`,
  operation: 'video-query',
  serve: getOperation,
}))

/** Methods of a native model. */
export const videoMethods = {
  predictLongRunning: {
    endpoint: {
      ...native,
      method: 'POST',
      path: '/v1beta/models/{model}:predictLongRunning',
      operation: 'video',
      metered: true,
      serve: predictLongRunning,
    },
    stream: false,
  },
  fetchPredictOperation: {
    endpoint: {
      ...native,
      method: 'POST',
      path: '/v1beta/models/{model}:fetchPredictOperation',
      operation: 'video-query',
      serve: withBody(fetchOperation),
    },
    stream: false,
  },
} as const satisfies Readonly<Record<string, { readonly endpoint: Endpoint; readonly stream: boolean }>>
